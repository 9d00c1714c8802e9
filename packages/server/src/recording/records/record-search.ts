/** What is searched for, and for whom. */
export interface RecordSearch {
  readonly search: string;
  /** Whose groups its words may name; undefined = all clients'. */
  readonly clientIds: readonly number[] | undefined;
  /** In which its days are meant. */
  readonly timezone: string;
  readonly nowMs: number;
}
