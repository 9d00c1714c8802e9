/** What a thread is asked to draw or to add up: columns of one record. */
export interface ReadingTask {
  readonly folder: string;
  readonly variables: readonly string[];
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface CurvesTask extends ReadingTask {
  readonly pixelColumns: number;
  readonly edgesSeconds: Float64Array | undefined;
}
