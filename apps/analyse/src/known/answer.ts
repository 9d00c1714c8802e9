/** What the command line prints as JSON, as far as known answers are asked of it. */
export interface Answer {
  readonly analysis: string;
  readonly parameters: Readonly<Record<string, { readonly value: number | string | null }>>;
  readonly values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>;
  readonly events: readonly { readonly name: string; readonly at: number }[];
  readonly cycles: readonly { readonly values: Readonly<Record<string, number>> }[];
}
