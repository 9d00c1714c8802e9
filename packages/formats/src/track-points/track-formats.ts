import type { PointValue } from './point-columns.ts';

/** How a format of tracks calls what it has; names in small letters, without prefix. */
export interface TrackFormat {
  readonly name: 'gpx' | 'tcx';
  readonly point: string;
  /** Points in one go. */
  readonly part: string;
  /** Stretches that begin at an attribute and last as long as an element says. */
  readonly lap: { readonly element: string; readonly start: string; readonly seconds: string } | undefined;
  /** Elements in a point; one in another is `outer/inner` where its own name says nothing. */
  readonly values: ReadonlyMap<string, PointValue>;
  /** The sport's name, of an element's text or an attribute. */
  readonly sport: { readonly element: string; readonly attribute: string | undefined };
}

export const gpx: TrackFormat = {
  name: 'gpx',
  point: 'trkpt',
  part: 'trkseg',
  lap: undefined,
  values: new Map([
    ['ele', 'altitude'],
    ['speed', 'speed'],
    ['course', 'course'],
    ['distance', 'distance'],
    ['hr', 'heart_rate'],
    ['heartrate', 'heart_rate'],
    ['cad', 'cadence'],
    ['cadence', 'cadence'],
    ['power', 'power'],
    ['watts', 'power'],
    ['powerinwatts', 'power'],
    ['atemp', 'temperature'],
    ['temp', 'temperature'],
  ]),
  sport: { element: 'type', attribute: undefined },
};

export const tcx: TrackFormat = {
  name: 'tcx',
  point: 'trackpoint',
  part: 'track',
  lap: { element: 'lap', start: 'StartTime', seconds: 'totaltimeseconds' },
  values: new Map([
    ['latitudedegrees', 'latitude'],
    ['longitudedegrees', 'longitude'],
    ['altitudemeters', 'altitude'],
    ['distancemeters', 'distance'],
    ['heartratebpm/value', 'heart_rate'],
    ['cadence', 'cadence'],
    ['runcadence', 'cadence'],
    ['speed', 'speed'],
    ['watts', 'power'],
  ]),
  sport: { element: 'activity', attribute: 'Sport' },
};

/** What formats call sports that we call otherwise. */
export const otherSportNames: ReadonlyMap<string, string> = new Map([
  ['biking', 'cycling'],
  ['ride', 'cycling'],
  ['run', 'running'],
]);
