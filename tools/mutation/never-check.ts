// A plugin of StrykerJS. `default: return value satisfies never;` is left alone: the compiler has shown that nothing gets there.

/** What is read of a syntax tree of Babel. */
interface SwitchCase {
  readonly type: string;
  readonly test: object | null;
  readonly consequent: readonly {
    readonly argument?: { readonly typeAnnotation?: { readonly type: string } } | null;
  }[];
}

/** Why it is left alone; undefined where it is not. */
export function shouldIgnore({ node }: { readonly node?: unknown }): string | undefined {
  const { type, test, consequent } = (node ?? {}) as Partial<SwitchCase>;
  const checks = type === 'SwitchCase' && test === null && consequent?.every(isNeverCheck);
  return checks === true ? 'nothing gets to a check for never' : undefined;
}

function isNeverCheck({ argument }: SwitchCase['consequent'][number]): boolean {
  return argument?.typeAnnotation?.type === 'TSNeverKeyword';
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'never-check', value: { shouldIgnore } }];
