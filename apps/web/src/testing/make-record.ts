import { api, type Record, type SeanceRecord } from '@sillage/contract';
import { answered } from './answered.ts';

/** A record for tests: decoded, of 16 May 2026 at 09:12 in Paris, with what is given instead. It says what who is signed in may do. */
export function makeRecord(given: Partial<Record> = {}): Record {
  const record: Omit<Record, 'may'> = {
    id: 1,
    uid: '0198',
    client_id: 1,
    date: '16/05/2026 09:12:00',
    dt_created: '2026-05-16T07:12:00Z',
    timestamp: Date.UTC(2026, 4, 16, 7, 12),
    timezone: 'Europe/Paris',
    exercise_name: '4 × 500 m',
    favorite: false,
    group_id: null,
    group_name: null,
    exercise_id: null,
    record_type: 'record',
    record_type_name: { fr: 'Enregistrement', en: 'Record' },
    comment: '',
    cloud_state: 'local',
    original_elsewhere: false,
    size: 14_100_000,
    duration: 1450,
    decode_state: 'done',
    signals_version: 1,
    scenario_id: null,
    scenario_classname: null,
    seance_id: null,
    selections: [],
    available_data: { 'gps.speed': { description: { fr: 'Vitesse', en: 'Speed' }, unit: 'm/s' } },
    modules: { gps: { type: 'gps', rate: 10, samples: 14_500 } },
    distance_source: null,
    calib_infos: [],
    basename: 'maxi-0217',
    nb_errors: 0,
    external: false,
    sport_id: 1,
    sport_name: 'aviron',
    sport_disp_name: { fr: 'Aviron', en: 'Rowing' },
    other_data: {},
    protocol: {},
    trial: null,
    user_ids: [7],
    users: [{ id: 7, firstname: 'Camille', lastname: 'Le Goff' }],
    device_id: 3,
    device_name: 'Maxi 0217',
    device_record_id: 7,
    visualisable: true,
    wrong_time: false,
    device_away: null,
    preview: [1, 2, 3],
    seance_records: [],
    video: null,
    videos: [],
    ...given,
  };
  const { may } = given;
  return may === undefined ? answered(api.recordRows, record) : { ...record, may };
}

/** For tests: what a session says of one of its records. */
export const makeSeanceRecord = (id: number): SeanceRecord => ({
  id,
  basename: 'r',
  date: '',
  timestamp: 0,
  duration: 60,
  record_type: 'record',
  device_id: null,
  device_name: null,
  user_ids: [],
});
