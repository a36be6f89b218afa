import type { MediaAbilities } from '@tongda/protocol/jt808/messages/video/1003';
import type { StoredRecording } from '@tongda/protocol/jt808/messages/video/1205';
import type { Recording } from '@tongda/protocol/jt808/messages/video/recording';

/** A camera writes files of this length, and keeps those of this long, ms. */
const fileMs = 5 * 60_000;
const keptMs = 2 * 3_600_000;
/** Main stream: 1 Mbit/s. */
const bytesPerMs = 125;
const MAIN = 1;
const BOTH = 0;
/** Kinds and streams of a search that mean the files that there are: sound with picture of the main stream. */
const kinds: ReadonlySet<number> = new Set([BOTH, 3]);
const streams: ReadonlySet<number> = new Set([0, MAIN]);

/** What the terminal's video has (0x1003): G.711A at 8 kHz, H.264, as many channels as cameras. */
export const abilitiesOf = (channels: readonly number[]): MediaAbilities => ({
  ...{ audioCodec: 6, audioChannels: 1, sampleRate: 0, sampleBits: 1, audioFrameBytes: 320, audioOut: true },
  ...{ videoCodec: 98, maxAudioChannels: channels.length, maxVideoChannels: channels.length },
});

/** The recordings of its cameras that a search means (0x1205): the finished files of the last two hours. */
export function recordingsOf(channels: readonly number[], wanted: Recording, now: number): StoredRecording[] {
  // what alarms are in them the terminal does not know
  if (!kinds.has(wanted.kind) || !streams.has(wanted.stream) || wanted.storage > MAIN) return [];
  if (wanted.alarmBits !== 0 || wanted.videoAlarmBits !== 0) return [];
  const newest = Math.floor(now / fileMs) * fileMs;
  const oldest = newest - keptMs;
  const rows: StoredRecording[] = [];
  for (const channel of channels)
    for (let from = oldest; from < newest; from += fileMs) {
      const isMeant =
        (wanted.channel === 0 || wanted.channel === channel) &&
        from + fileMs > (wanted.from ?? 0) &&
        from < (wanted.to ?? now);
      if (isMeant)
        rows.push({
          ...{ channel, from, to: from + fileMs, alarmBits: 0, videoAlarmBits: 0 },
          ...{ kind: BOTH, stream: MAIN, storage: MAIN, bytes: fileMs * bytesPerMs },
        });
    }
  return rows;
}
