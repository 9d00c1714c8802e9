declare module 'virtual:licences' {
  const licences: {
    readonly packages: readonly {
      readonly name: string;
      readonly version: string;
      readonly licence: string;
      readonly text: number | null;
    }[];
    readonly texts: readonly string[];
  };
  export default licences;
}
