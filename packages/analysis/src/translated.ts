/** Text in both languages of the product. */
export interface Translated {
  readonly fr: string;
  readonly en: string;
}
