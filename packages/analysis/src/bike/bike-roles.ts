/** Columns of a receiver. */
export const placeRoles = {
  latitude: { name: { fr: 'latitude', en: 'latitude' }, unit: '°', spelled: /^(gps_)?lat(itude)?$/, optional: true },
  longitude: {
    name: { fr: 'longitude', en: 'longitude' },
    unit: '°',
    spelled: /^(gps_)?(lon|lng|longitude)$/,
    optional: true,
  },
} as const;

/** Columns of bikes. */
export const bikeRoles = {
  torque: {
    name: { fr: 'couple à la manivelle', en: 'crank torque' },
    unit: 'N·m',
    spelled: /(^|_)(torq(ue)?|couple)(_tot(al)?|_mean)?$/,
  },
  cadence: { name: { fr: 'cadence', en: 'cadence' }, unit: 'rpm', spelled: /(^|_)cad(ence)?$/ },
  speed: { name: { fr: 'vitesse', en: 'speed' }, unit: 'm/s', spelled: /^(speed|velocity|vitesse|gps_speed)$/ },
  power: { name: { fr: 'puissance', en: 'power' }, unit: 'W', spelled: /(^|_)(power|puissance|watts?)(_tot(al)?)?$/ },
} as const;
