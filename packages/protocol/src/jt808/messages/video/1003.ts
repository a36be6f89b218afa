import { type ByteReader, ByteWriter } from '../../../bytes';

/** What audio and video a terminal has (0x1003, JT/T 1078-2016 chapter 5), its answer to 0x9003. */
export interface MediaAbilities {
  /** Codec of sound: 6 G.711A, 7 G.711U, 8 G.726, 19 AAC, 26 ADPCM ... (table 12 of the standard). */
  audioCodec: number;
  audioChannels: number;
  /** 0 8 kHz, 1 22.05 kHz, 2 44.1 kHz, 3 48 kHz. */
  sampleRate: number;
  /** 0 8 bits, 1 16 bits, 2 32 bits. */
  sampleBits: number;
  audioFrameBytes: number;
  /** Whether the platform can speak to the driver. */
  audioOut: boolean;
  /** 98 H.264, 99 H.265, 100 AVS, 101 SVAC. */
  videoCodec: number;
  maxAudioChannels: number;
  maxVideoChannels: number;
}

/** Decodes an answer. Throws RangeError when the body ends too early. */
export function decodeMediaAbilities(r: ByteReader): MediaAbilities {
  return {
    audioCodec: r.u8('audioCodec'),
    audioChannels: r.u8('audioChannels'),
    sampleRate: r.u8('sampleRate'),
    sampleBits: r.u8('sampleBits'),
    audioFrameBytes: r.u16('audioFrameBytes'),
    audioOut: r.u8('audioOut') === 1,
    videoCodec: r.u8('videoCodec'),
    maxAudioChannels: r.u8('maxAudioChannels'),
    maxVideoChannels: r.u8('maxVideoChannels'),
  };
}

/** Body of an answer, 10 bytes. */
export const encodeMediaAbilities = (m: MediaAbilities): Uint8Array =>
  new ByteWriter(10)
    .u8(m.audioCodec)
    .u8(m.audioChannels)
    .u8(m.sampleRate)
    .u8(m.sampleBits)
    .u16(m.audioFrameBytes)
    .u8(m.audioOut ? 1 : 0)
    .u8(m.videoCodec)
    .u8(m.maxAudioChannels)
    .u8(m.maxVideoChannels)
    .result();
