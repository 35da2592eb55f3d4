// What a run of the release workflow has to do, from what is there already. A release is written in this order, and a run that ended in
// the middle is finished by the next one from the same commit, or refused with the way out; nothing is written twice.
//
//   1  the tag vX.Y.Z      a commit on top of the branch, with the files that the action runs
//   2  the package         names that commit
//   3  the tag vX          moved to that commit
//   4  the release page    last: where it is, the release is whole

export interface Facts {
  readonly version: string;
  /** `owner/name` */
  readonly repository: string;
  /** The commit this run was started from. */
  readonly head: string;
  /** The tag vX.Y.Z on the forge; `others`: files outside of action/ in which it differs from `head`. */
  readonly tag: { readonly commit: string; readonly parent: string | null; readonly others: readonly string[] } | null;
  /** This version on the registry; `action`: what its package.json says. */
  readonly published: { readonly action: string | null } | null;
  /** What the registry gives to whoever names no version. */
  readonly latest: string | null;
  readonly hasPage: boolean;
}

/** `commit`: of the release, null where it is still to be made. */
export type Decision =
  | { readonly kind: 'release'; readonly commit: string | null; readonly isPublished: boolean }
  | { readonly kind: 'refused'; readonly why: string };

const RAISE = 'Raise `version` in package.json, and give that version a section in CHANGELOG.md.';

export function decide(facts: Facts): Decision {
  const { version, tag, published, latest } = facts;
  if (!/^\d+\.\d+\.\d+$/u.test(version)) {
    return refused(`${version} is no version X.Y.Z. The moving tag and \`latest\` are for whole releases only.`);
  }
  if (latest !== null && isOlder(version, latest)) {
    return refused(`${latest} is published already, and ${version} is older: \`latest\` would go back. ${RAISE}`);
  }
  if (tag === null) {
    if (published === null) return { kind: 'release', commit: null, isPublished: false };
    return refused(`${version} is on the registry, and there is no tag v${version}. ${RAISE}`);
  }
  return published === null ? unpublished(facts, tag) : finished(facts, tag, published);
}

type Tag = NonNullable<Facts['tag']>;

function unpublished({ version, head }: Facts, tag: Tag): Decision {
  const isOurs = tag.parent === head && tag.others.length === 0;
  if (isOurs) return { kind: 'release', commit: tag.commit, isPublished: false };
  const what = tag.parent === head ? `changes ${tag.others.join(', ')}` : `stands on ${tag.parent ?? 'no commit'}`;
  return refused(
    [
      `v${version} is tagged and not published, and its commit ${tag.commit} ${what}: it is not the release of ${head}.`,
      'To finish that release, re-run the failed run itself, which starts from its own commit.',
      `To give it up: ${RAISE} Or delete the tag (git push --delete origin v${version}) and run this again.`,
    ].join(' '),
  );
}

function finished(
  { version, repository, hasPage }: Facts,
  { commit }: Tag,
  { action }: { action: string | null },
): Decision {
  if (hasPage) return refused(`${version} is released. ${RAISE}`);
  if (action === actionOf({ version, repository, commit })) return { kind: 'release', commit, isPublished: true };
  return refused(
    `The registry has a ${version} that names ${action ?? 'no action'}, and not ${commit}, which v${version} is. ${RAISE}`,
  );
}

/** Where the action of a release lives, as its package.json says and `init --ci github` writes. */
function actionOf({ version, repository, commit }: Pick<Facts, 'version' | 'repository'> & { commit: string }): string {
  return `${repository}@${commit} # v${version}`;
}

function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((each) => each.split('-')[0]);
  return left !== right && left?.localeCompare(right ?? '', 'en', { numeric: true }) === -1;
}

function refused(why: string): Decision {
  return { kind: 'refused', why };
}

/** The section of a version in the changelog, without its heading; null where there is none, or nothing in it. */
export function notesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /mu).slice(1);
  const [, ...lines] = sections.find((each) => /^\[?([^\s\]]+)/u.exec(each)?.[1] === version)?.split('\n') ?? [];
  const section = lines.join('\n').trim();
  return section === '' ? null : `${section}\n`;
}
