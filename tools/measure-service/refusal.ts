// Why nothing was made: a user or a campaign that could be somebody's, or something an earlier run left behind.

/** `probe-user`, `probe-campaign`: not let loose on this one. `probe-leftover`: what an earlier run made is still there. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: 'probe-user' | 'probe-campaign' | 'probe-leftover' | 'bad-usage';

  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}
