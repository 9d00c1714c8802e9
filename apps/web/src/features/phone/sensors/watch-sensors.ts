import type { PhoneSample } from '../device/gather-samples.ts';
import type { PhoneClock } from '../device/phone-clock.ts';
import type { PhoneModule } from '../device/phone-modules.ts';

export type Take = (module: PhoneModule, sample: PhoneSample) => void;

/** Why a sensor brings nothing: the person said no, or there is none. */
export type SensorProblem = 'denied' | 'missing';

interface Watching {
  readonly clock: PhoneClock;
  readonly take: Take;
  readonly problem: (module: PhoneModule, why: SensorProblem) => void;
}

/** iOS asks the person, and only when they press something. */
type RequestPermission = () => Promise<'granted' | 'denied'>;

function askBy(event: object): Promise<'granted' | 'denied'> {
  if (!('requestPermission' in event)) return Promise.resolve('granted');
  const request = event.requestPermission as RequestPermission;
  return request.call(event).catch(() => 'denied' as const);
}

/** Asks for what needs a word of the person; answers whether movement may be read. Must be called by a press. */
export async function askForMovement(): Promise<boolean> {
  if (typeof DeviceMotionEvent === 'undefined') return false;
  const orientation = typeof DeviceOrientationEvent === 'undefined' ? {} : DeviceOrientationEvent;
  // Both within the one press.
  const [motion] = await Promise.all([askBy(DeviceMotionEvent), askBy(orientation)]);
  return motion === 'granted';
}

/** Listens to movement, orientation and position; answers how to stop. */
export function watchSensors(watching: Watching): () => void {
  const stops = [watchMotion(watching), watchOrientation(watching), watchPosition(watching)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** ms in which a sensor that is there has answered. */
const silenceMs = 4000;

function watchMotion({ clock, take, problem }: Watching): () => void {
  // At rest, screen up, z is +9.8 m/s² (W3C); WebKit on iOS says −9.8.
  const sign = /iP(hone|ad|od)/.test(navigator.userAgent) ? -1 : 1;
  let heard = false;
  const hear = (event: DeviceMotionEvent) => {
    const { accelerationIncludingGravity: acceleration, rotationRate: rotation } = event;
    if (acceleration?.x == null) return;
    heard = true;
    const values = [acceleration.x, acceleration.y, acceleration.z].map((value) => sign * orNone(value));
    // Chromium and WebKit name the rates about x, y and z so, unlike the angles of orientation.
    const turns = [rotation?.alpha, rotation?.beta, rotation?.gamma].map(orNone);
    take('imu', { timeUs: clock.at(event.timeStamp), values: [...values, ...turns] });
  };
  addEventListener('devicemotion', hear);
  const late = setTimeout(() => heard || problem('imu', 'missing'), silenceMs);
  return () => {
    clearTimeout(late);
    removeEventListener('devicemotion', hear);
  };
}

function watchOrientation({ clock, take }: Watching): () => void {
  const hear = (event: DeviceOrientationEvent) => {
    if (event.beta === null) return;
    const values = [event.alpha, event.beta, event.gamma].map(orNone);
    take('orientation', { timeUs: clock.at(event.timeStamp), values });
  };
  addEventListener('deviceorientation', hear);
  return () => removeEventListener('deviceorientation', hear);
}

function watchPosition({ clock, take, problem }: Watching): () => void {
  if (navigator.geolocation === undefined) {
    problem('gps', 'missing');
    return () => {};
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords, timestamp }) => {
      const { latitude, longitude, altitude, speed, heading, accuracy } = coords;
      const values = [latitude, longitude, altitude, speed, heading, accuracy].map(orNone);
      take('gps', { timeUs: clock.ofWall(timestamp, Date.now()), values });
    },
    // No fix yet is no problem: under a roof it comes later.
    (error) => error.code === error.PERMISSION_DENIED && problem('gps', 'denied'),
    { enableHighAccuracy: true, maximumAge: 0 },
  );
  return () => navigator.geolocation.clearWatch(watch);
}

function orNone(value: number | null | undefined): number {
  return value ?? Number.NaN;
}
