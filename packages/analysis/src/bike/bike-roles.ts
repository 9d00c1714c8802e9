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
