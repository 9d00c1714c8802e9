/** What the profile of FIT calls our standard sports. */
const fitNames = {
  aviron: 'rowing',
  kayak: 'kayaking',
  velo: 'cycling',
  bmx: 'cycling',
  foot: 'soccer',
  tennis: 'tennis',
  golf: 'golf',
  instrack: 'running',
} as const;

export type FitSport = (typeof fitNames)[keyof typeof fitNames];

const fitByName: ReadonlyMap<string, FitSport> = new Map(Object.entries(fitNames));

/** More than one of ours is cycling, and who runs need not run with Instrack. */
const readAs: ReadonlyMap<string, string> = new Map(
  [...fitByName].filter(([name]) => name !== 'bmx' && name !== 'instrack').map(([name, fit]) => [fit, name]),
);

/** The name of FIT for a sport of ours; undefined where none fits. */
export function fitSportOf(name: string): FitSport | undefined {
  return fitByName.get(name);
}

/** Our names for a sport that a file names as FIT does, the likelier first. */
export function sportsCalled(fitName: string): string[] {
  const own = readAs.get(fitName);
  return own === undefined || own === fitName ? [fitName] : [fitName, own];
}
