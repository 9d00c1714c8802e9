import { gyroRoles } from '../swing/rotation.ts';

const acceleration = (axis: 'x' | 'y' | 'z') => ({
  name: { fr: `accélération ${axis}`, en: `acceleration ${axis}` },
  unit: 'm/s²',
  spelled: new RegExp(`^(a(cc(el)?)?_?${axis})$`),
});

/** Columns of an accelerometer and a gyroscope of one sensor. */
export const accelerationRoles = {
  accX: acceleration('x'),
  accY: acceleration('y'),
  accZ: acceleration('z'),
} as const;
export const rotationRoles = { gyroX: gyroRoles.x, gyroY: gyroRoles.y, gyroZ: gyroRoles.z } as const;
