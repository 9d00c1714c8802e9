import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { Id, Seconds, SignalsSeen } from './primitives.ts';

/** Containers of films that browsers play. */
export const VideoFormat = z.enum(['mp4', 'mov', 'webm']);
export type VideoFormat = z.infer<typeof VideoFormat>;

/** What films of each container are served as. */
export const videoTypes = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' } as const satisfies {
  readonly [Format in VideoFormat]: string;
};
export const videoContentTypes: readonly string[] = Object.values(videoTypes);

/** What a film says of itself. */
export const FilmFacts = z.object({
  /** As browsers name it (`avc1.640028`); null for one that has no such name. */
  codec: z.string().max(200).nullable(),
  /** Pixels as shown, turned as the film says. */
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  /** Frames a second on average; null where there are too few to tell. */
  fps: z.number().positive().nullable(),
  /** Null where only reading all of the film would tell. */
  frames: z.int().nonnegative().nullable(),
  has_audio: z.boolean(),
});
export type FilmFacts = z.infer<typeof FilmFacts>;

/** s; between the start of a film and that of its record, either way. */
export const VideoOffset = Seconds.min(-limits.videoOffsetSeconds, { error: 'outOfBounds' }).max(
  limits.videoOffsetSeconds,
  {
    error: 'outOfBounds',
  },
);

/** Of a record that is a film. */
export const RecordVideo = FilmFacts.extend({
  format: VideoFormat,
  content_type: z.string(),
  /** The record that it is aligned with, where the caller sees that. */
  of_record_id: Id.nullable(),
  /** Where the film begins on the axis `T` of that record as it is now: `T = film time + offset_seconds`. */
  offset_seconds: Seconds.nullable(),
});
export type RecordVideo = z.infer<typeof RecordVideo>;

/** A film beside a record. */
export const AlignedVideo = z.object({
  id: Id,
  basename: z.string(),
  duration: Seconds,
  fps: z.number().nullable(),
  offset_seconds: Seconds,
});
export type AlignedVideo = z.infer<typeof AlignedVideo>;

export const VideoCandidate = AlignedVideo.extend({
  /** ms since 1970. */
  timestamp: z.number(),
  /** That film and record have in common. */
  overlap_seconds: Seconds,
});
export type VideoCandidate = z.infer<typeof VideoCandidate>;

export const VideosOfRecord = z.object({
  aligned: z.array(VideoCandidate),
  /** Films of no record that were made about then, by the dates of both; the nearest first. */
  proposed: z.array(VideoCandidate),
});
export type VideosOfRecord = z.infer<typeof VideosOfRecord>;

/** Both, or null for both: beside no record. */
export const AlignmentWanted = z
  .strictObject({ of_record_id: Id.nullable(), offset_seconds: VideoOffset.nullable(), signals_version: SignalsSeen })
  .refine(({ of_record_id, offset_seconds }) => (of_record_id === null) === (offset_seconds === null), {
    error: 'either',
    path: ['offset_seconds'],
  });
export type AlignmentWanted = z.infer<typeof AlignmentWanted>;

/** Where somebody put a film. */
export const AlignmentDeed = z.object({
  date: z.iso.datetime(),
  user_name: z.string(),
  /** Null: beside no record, one that is gone, or one that the caller does not see. */
  of_record_id: Id.nullable(),
  of_record_name: z.string().nullable(),
  /** On the axis `T` of that record as it is now. */
  offset_seconds: Seconds.nullable(),
});
export type AlignmentDeed = z.infer<typeof AlignmentDeed>;

export const AlignmentHistory = z.object({
  /** The last first, which is what holds. */
  deeds: z.array(AlignmentDeed),
});
export type AlignmentHistory = z.infer<typeof AlignmentHistory>;

const seriesOf = (value: z.ZodNumber) =>
  z.array(value).min(limits.leastMotionFrames, { error: 'required' }).max(limits.motionFrames, { error: 'tooMany' });
/** What is compared is laid out over all of it. */
const FilmTime = z.number().min(0, { error: 'outOfBounds' }).max(limits.filmSeconds, { error: 'outOfBounds' });

/** How much moved from each frame of a film to the next, for the place of the film beside a record. */
export const AlignmentQuestion = z
  .strictObject({
    video_id: Id,
    times: seriesOf(FilmTime).describe('s of the film, rising: when the later frame of each two is shown'),
    values: seriesOf(z.number().min(-1e12).max(1e12)).describe(
      'How much the two differ: the mean difference of their grey values, in any unit',
    ),
    variable: z
      .string()
      .max(200)
      .nullish()
      .describe(
        'Which movement of the record is compared, one of `variables` of an answer; the clearest one unless said',
      ),
  })
  .refine(({ times, values }) => times.length === values.length, { error: 'strictLength', path: ['values'] })
  .refine(({ times }) => times.every((time, i) => i === 0 || time > times[i - 1]!), {
    error: 'rising',
    path: ['times'],
  });
export type AlignmentQuestion = z.infer<typeof AlignmentQuestion>;

/** Where a film may lie beside a record. Nothing is done by asking. */
export const AlignmentProposal = z.object({
  video_id: Id,
  /** Another one whenever the record is decoded anew. */
  signals_version: z.int().nonnegative(),
  /** The movement that was compared; null where the record holds none. */
  variable: z.string().nullable(),
  variables: z.array(z.string()),
  /** Null where it could not be found: `problem` says why. */
  offset_seconds: Seconds.nullable(),
  /** 0–1; below 0.7 it is not believed: a person has to say it. */
  confidence: z.number().nullable(),
  /** Movements that both saw. */
  movements: z.int().nullable(),
  correlation: z
    .object({
      /** s of the first value; the others follow by `step`. The highest of each step. */
      from: Seconds,
      step: Seconds,
      /** −1 to 1 */
      values: z.array(z.number()),
      /** Of the peak. */
      r: z.number(),
      /** The highest place beside the peak. */
      second: z.object({ offset: Seconds, r: z.number() }),
    })
    .nullable(),
  problem: Translated.nullable(),
});
export type AlignmentProposal = z.infer<typeof AlignmentProposal>;

/** What a server keeps of a film. */
export const KeptFilm = z.object({
  /** By a browser's camera, which says when it began. */
  captured: z.boolean(),
  /** Null until it was read. */
  facts: FilmFacts.nullable(),
});
export type KeptFilm = z.infer<typeof KeptFilm>;
