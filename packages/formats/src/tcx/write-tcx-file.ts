import { utf8 } from '../recording.ts';
import { isoTime, type TrackAbout, type TrackPoint, wholeWithin, xmlNumber, xmlText } from '../track/track-points.ts';

const head = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
<Activities>
`;

/** What a lap says before its points. */
export interface TcxLap {
  readonly seconds: number;
  readonly metres: number;
}

/** Writes points as one lap of an activity (Training Center XML 2); speed and power by Garmin's extension. */
export async function* writeTcxFile(
  about: TrackAbout,
  lap: TcxLap,
  points: AsyncIterable<TrackPoint>,
): AsyncGenerator<Uint8Array> {
  const start = isoTime(about.startUnixSeconds);
  yield utf8(
    `${head}<Activity Sport="${sportOf(about)}">\n<Id>${start}</Id>\n<Lap StartTime="${start}">` +
      `<TotalTimeSeconds>${xmlNumber(lap.seconds, 3)}</TotalTimeSeconds>` +
      `<DistanceMeters>${xmlNumber(lap.metres, 2)}</DistanceMeters><Calories>0</Calories>` +
      '<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>\n<Track>\n',
  );
  for await (const point of points) yield utf8(pointText(point));
  const notes = `<Notes>${xmlText(about.name)}</Notes>`;
  yield utf8(`</Track>\n</Lap>\n${notes}\n</Activity>\n</Activities>\n</TrainingCenterDatabase>\n`);
}

/** The three sports that there are. */
function sportOf({ sport }: TrackAbout): 'Running' | 'Biking' | 'Other' {
  if (sport === 'running') return 'Running';
  return sport === 'cycling' ? 'Biking' : 'Other';
}

function pointText(point: TrackPoint): string {
  const element = (name: string, value: number | string | undefined) =>
    value === undefined ? '' : `<${name}>${value}</${name}>`;
  const number = (value: number | undefined, digits: number) =>
    value === undefined ? undefined : xmlNumber(value, digits);
  const { latitude, longitude } = point;
  const position =
    latitude === undefined || longitude === undefined
      ? undefined
      : element('LatitudeDegrees', xmlNumber(latitude, 9)) + element('LongitudeDegrees', xmlNumber(longitude, 9));
  const beats = wholeWithin(point.heartRate, 255);
  const more = element('ns3:Speed', number(point.speed, 4)) + element('ns3:Watts', wholeWithin(point.power, 65_535));
  return `<Trackpoint>${[
    element('Time', isoTime(point.unixSeconds)),
    element('Position', position),
    element('AltitudeMeters', number(point.altitude, 3)),
    element('DistanceMeters', number(point.distance, 2)),
    element('HeartRateBpm', beats === undefined || beats === 0 ? undefined : element('Value', beats)),
    element('Cadence', wholeWithin(point.cadence, 254)),
    element('Extensions', more === '' ? undefined : `<ns3:TPX>${more}</ns3:TPX>`),
  ].join('')}</Trackpoint>\n`;
}
