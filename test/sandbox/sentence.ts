// One sentence of an interface document.

export interface Sentence {
  /** P-… for the campaign document, U-… for the user document. */
  readonly id: string;
  readonly document: 'preview-campaign' | 'user-provisioning';
  /** Section of the document. */
  readonly place: string;
  readonly sentence: string;
}
