import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import {
  detectFormat,
  type FileFormat,
  type FileProblem,
  isProblem,
  type Recording,
  readWholeFile,
  utf8,
} from '../index.ts';
import { readDamaged } from '../make-test-damage.ts';

const lake = readFileSync(new URL('../../../testkit/fixtures/15_gps_gpx/cerknicko-jezero.gpx', import.meta.url));

function good(result: Recording | FileProblem): Recording {
  if (isProblem(result)) throw new Error(JSON.stringify(result));
  return result;
}
const read = (text: string | Uint8Array, format: FileFormat = 'gpx') =>
  good(readWholeFile(format, typeof text === 'string' ? utf8(text) : text));
const said = ({ findings }: Recording) => findings.map(({ msg }) => msg.en);

/** Values by name; times among them as T. */
function table(recording: Recording): Record<string, number[]> {
  const [module] = recording.modules;
  const named = (module?.columns ?? []).map(({ name }, i) => [name, [...(module?.values[i] ?? [])]] as const);
  return { T: [...(module?.timesSeconds ?? [])], ...Object.fromEntries(named) };
}

const point = (second: number, inner = '', lat = 46 + second / 1e5, lon = 14) =>
  `<trkpt lat="${lat}" lon="${lon}"><ele>${500 + second}</ele><time>2026-05-01T08:00:${String(second).padStart(2, '0')}Z</time>${inner}</trkpt>`;
const gpx = (points: string) =>
  `<?xml version="1.0"?>\n<gpx version="1.1">\n<trk><trkseg>\n${points}\n</trkseg></trk></gpx>`;

const extensions = (hr: number) =>
  `<extensions><power>${200 + hr}</power><gpxtpx:TrackPointExtension><gpxtpx:hr>${hr}</gpxtpx:hr><gpxtpx:cad>90</gpxtpx:cad>` +
  `<gpxtpx:atemp>21</gpxtpx:atemp><x:tilt>1.5</x:tilt></gpxtpx:TrackPointExtension></extensions>`;

const tcx = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">
<Id>2026-05-01T08:00:00Z</Id>
${[0, 10]
  .map(
    (
      from,
    ) => `<Lap StartTime="2026-05-01T08:00:${String(from).padStart(2, '0')}.000Z"><TotalTimeSeconds>10.0</TotalTimeSeconds>
<DistanceMeters>999</DistanceMeters><Cadence>77</Cadence><Track>
${Array.from({ length: 10 }, (_, i) => {
  const s = from + i;
  return `<Trackpoint><Time>2026-05-01T08:00:${String(s).padStart(2, '0')}.500Z</Time>
<Position><LatitudeDegrees>${46 + s / 1000}</LatitudeDegrees><LongitudeDegrees>14</LongitudeDegrees></Position>
<AltitudeMeters>${500 + s}</AltitudeMeters><DistanceMeters>${5 * s}</DistanceMeters><HeartRateBpm><Value>${120 + s}</Value></HeartRateBpm>
<Cadence>85</Cadence><Extensions><ns3:TPX><ns3:Speed>5.25</ns3:Speed><ns3:Watts>${200 + s}</ns3:Watts></ns3:TPX></Extensions></Trackpoint>`;
}).join('\n')}
</Track></Lap>`,
  )
  .join('\n')}
</Activity></Activities></TrainingCenterDatabase>`;

describe('a GPX of a walk', () => {
  const walk = read(lake);
  const values = table(walk);

  test('has the points that stand in it', () => {
    const text = lake.toString();
    const points = [...text.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">([\s\S]*?)<\/trkpt>/g)];
    expect(points.length).toBe(296);
    expect(values.latitude).toEqual(points.map((found) => Number(found[1])));
    expect(values.longitude).toEqual(points.map((found) => Number(found[2])));
    const inner = (tag: string) =>
      points.map((found) => new RegExp(`<${tag}>([^<]*)<`).exec(found[3] ?? '')?.[1] ?? '');
    expect(values.altitude).toEqual(inner('ele').map(Number));
    const ms = inner('time').map((time) => Date.parse(time));
    expect(values.T).toEqual(ms.map((each) => (each - (ms[0] ?? 0)) / 1000));
    expect(walk.startUs).toBe((ms[0] ?? 0) * 1000);
  });

  test('lasted and went as far as its authors say; what is computed says so', () => {
    // They count neither the time nor the way between segments.
    const seconds = walk.passes.reduce((sum, { fromSeconds, toSeconds }) => sum + toSeconds - fromSeconds, 0);
    expect(seconds).toBe(4239);
    expect(Math.abs((values.distance?.at(-1) ?? 0) / 4580.14 - 1)).toBeLessThan(0.003);
    const byName = new Map(walk.modules[0]?.columns.map((column) => [column.name, column]));
    expect(byName.get('distance')?.description).toEqual({
      fr: 'Distance, calculée des positions',
      en: 'Distance, computed of positions',
    });
    expect(byName.get('speed')?.description.en).toBe('Speed, computed of positions');
    expect(walk.findings).toEqual([]);
  });
});

describe('a GPX', () => {
  test('is recognised whatever its prefix and encoding', () => {
    const text = gpx(point(0) + point(1));
    const prefixed = text.replaceAll(/<(\/?)(gpx|trk)/g, '<$1g:$2');
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [utf8(text), utf8(prefixed), new Uint8Array(utf16)]) {
      expect(detectFormat(bytes, true)).toMatchObject({ format: 'gpx' });
      expect(table(read(bytes)).T).toEqual([0, 1]);
    }
  });

  test('with extensions has heart rate, cadence, power, temperature, and others under their own names', () => {
    const values = table(read(gpx(point(0, extensions(120)) + point(1) + point(2, extensions(122)))));
    const { NaN: gap } = Number;
    expect(values).toMatchObject({ heart_rate: [120, gap, 122], cadence: [90, gap, 90], power: [320, gap, 322] });
    expect(values).toMatchObject({ temperature: [21, gap, 21], tilt: [1.5, gap, 1.5] });
  });

  test('that has speeds keeps them', () => {
    const recording = read(gpx(point(0, '<speed>3</speed>') + point(1, '<speed>4</speed>')));
    expect(table(recording).speed).toEqual([3, 4]);
    expect(recording.modules[0]?.columns.find(({ name }) => name === 'speed')?.description.en).toBe('Speed');
  });

  test('as Garmin Connect writes it, with thirty digits, keeps its positions', () => {
    const written = ['41.51452498510479927062988281250', '-2.53028504550457000732421875000000'] as const;
    const trackpoint = (second: number) =>
      `<trkpt lat="${written[0]}" lon="${written[1]}"><ele>203.8000030517578125</ele><time>2026-05-01T08:00:0${second}.000Z</time></trkpt>`;
    const recording = read(gpx(trackpoint(0) + trackpoint(1)));
    expect(table(recording)).toMatchObject({
      latitude: [Number(written[0]), Number(written[0])],
      longitude: [Number(written[1]), Number(written[1])],
      altitude: [203.8000030517578, 203.8000030517578],
    });
    expect(recording.findings).toEqual([]);
  });

  test('whose numbers are none says how many', () => {
    const recording = read(gpx(point(0, '<speed>3,5</speed>') + point(1, '<speed>NaN</speed>') + point(2, '<speed/>')));
    expect(said(recording)).toEqual(['Values of points that are no readable numbers, left empty: 1.']);
  });

  test('of very many sports says none, and does not hold them', () => {
    let most = 0;
    const add = Set.prototype.add;
    const spy = vi.spyOn(Set.prototype, 'add').mockImplementation(function (this: Set<unknown>, value: unknown) {
      most = Math.max(most, this.size + 1);
      return add.call(this, value);
    });
    const letters = (i: number) => i.toString(2).replaceAll('0', 'a').replaceAll('1', 'b');
    const types = Array.from({ length: 5000 }, (_, i) => `<type>${letters(i)}</type>`).join('');
    try {
      expect(read(gpx(point(0) + point(1) + types)).sport).toBeUndefined();
    } finally {
      spy.mockRestore();
    }
    expect(most).toBeLessThan(1000);
  });

  test('of several segments has a stretch each, and no distance between them', () => {
    const parts = gpx(`${point(0)}${point(10)}</trkseg><trkseg>${point(30, '', 47)}${point(40, '', 47)}`);
    const recording = read(parts);
    expect(recording.passes).toEqual([
      { fromSeconds: 0, toSeconds: 10 },
      { fromSeconds: 30, toSeconds: 40 },
    ]);
    const { distance = [] } = table(recording);
    expect(distance[1]).toBeCloseTo(11.12, 1);
    expect(distance.slice(1)).toEqual([distance[1], distance[1], distance[1]]);
  });

  test('whose points have no time is a route, and is told so', () => {
    const route = gpx('<trkpt lat="46" lon="14"/><trkpt lat="46.1" lon="14"/>');
    expect(readWholeFile('gpx', utf8(route))).toEqual({ problem: 'pointsWithoutTime' });
    expect(said(read(gpx(`${point(0)}<trkpt lat="46" lon="14"/>${point(1)}`)))).toEqual([
      'Points without a credible date, left out: 1.',
    ]);
  });

  test('whose points come in no order is put in order', () => {
    const recording = read(gpx(point(2) + point(0) + point(1)));
    expect(table(recording).altitude).toEqual([500, 501, 502]);
    expect(said(recording)).toEqual(['The time goes back 1 times: the points were put in order of time.']);
  });

  test('without an end keeps its points and says where it breaks', () => {
    const whole = gpx(point(0) + point(1) + point(2));
    const recording = read(whole.slice(0, whole.indexOf('08:00:02')));
    expect(table(recording).T).toEqual([0, 1]);
    expect(said(recording)).toEqual(['The file is damaged in line 4: what can be read of it is kept.']);
  });

  test('with an entity that grows is not expanded', () => {
    const grown = `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${gpx(
      point(0, '<name>&b;</name><ele>&b;</ele>') + point(1),
    ).slice(21)}`;
    expect(table(read(grown))).toMatchObject({ T: [0, 1], altitude: [500, 501] });
  });

  test.each([
    ['a text', `${'x'.repeat(3e6)}`],
    ['a tag', `<trkpt lat="${'1'.repeat(3e6)}`],
    ['a comment', `<!-- ${'x'.repeat(3e6)}`],
    ['depth', '<a>'.repeat(300_000)],
  ])('with %s without end keeps what came before', (_, endless) => {
    expect(table(read(gpx(point(0) + point(1) + endless))).T).toEqual([0, 1]);
  });

  test('damaged in any of ten thousand ways is a record with what is whole, or refused', () => {
    const some = gpx(Array.from({ length: 5 }, (_, i) => point(i, extensions(100 + i))).join('\n'));
    expect(readDamaged('gpx', utf8(some))).toBeGreaterThan(8000);
  });
});

describe('a TCX', () => {
  const recording = read(tcx, 'tcx');

  test('has the values of its points, not those of its laps', () => {
    expect(detectFormat(utf8(tcx), true)).toMatchObject({ format: 'tcx' });
    const count = Array.from({ length: 20 }, (_, i) => i);
    expect(table(recording)).toEqual({
      T: count,
      latitude: count.map((s) => 46 + s / 1000),
      longitude: count.map(() => 14),
      altitude: count.map((s) => 500 + s),
      speed: count.map(() => 5.25),
      distance: count.map((s) => 5 * s),
      power: count.map((s) => 200 + s),
      cadence: count.map(() => 85),
      heart_rate: count.map((s) => 120 + s),
    });
    expect([recording.sport, recording.startUs]).toEqual(['cycling', Date.parse('2026-05-01T08:00:00.500Z') * 1000]);
  });

  test('with the seventeen digits of a double keeps its speeds', () => {
    const exact = read(tcx.replaceAll('<ns3:Speed>5.25<', '<ns3:Speed>1.4645191431045532<'), 'tcx');
    expect(table(exact).speed).toEqual(Array.from({ length: 20 }, () => 1.4645191431045532));
  });

  test('has its laps as stretches', () => {
    expect(recording.passes).toEqual([
      { fromSeconds: 0, toSeconds: 9.5 },
      { fromSeconds: 9.5, toSeconds: 19 },
    ]);
  });

  test('whose lap had a pause has it to its last point, and no lap beyond the next', () => {
    const paused = tcx.replaceAll('<TotalTimeSeconds>10.0<', '<TotalTimeSeconds>4.0<');
    expect(read(paused, 'tcx').passes).toEqual([
      { fromSeconds: 0, toSeconds: 9 },
      { fromSeconds: 9.5, toSeconds: 19 },
    ]);
    const longer = tcx.replaceAll('<TotalTimeSeconds>10.0<', '<TotalTimeSeconds>15.0<');
    expect(read(longer, 'tcx').passes).toEqual(recording.passes);
    const withoutTime = tcx.replaceAll(/<TotalTimeSeconds>.*<.TotalTimeSeconds>/g, '');
    expect(read(withoutTime, 'tcx').passes).toEqual(read(paused, 'tcx').passes);
  });

  test('damaged in any of ten thousand ways is a record with what is whole, or refused', () => {
    expect(readDamaged('tcx', utf8(tcx.replaceAll(/(<Trackpoint>[\s\S]*?<\/Trackpoint>\n){7}/g, '')))).toBeGreaterThan(
      8000,
    );
  });
});
