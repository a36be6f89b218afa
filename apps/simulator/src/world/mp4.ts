import { ByteWriter } from '@tongda/protocol/bytes';
import type { H264Stream } from './h264';

const scale = 1000;

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

const text = (signs: string): Uint8Array => Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
const u16 = (...values: number[]): Uint8Array => join(values.map((value) => new ByteWriter(2).u16(value).result()));
const u32 = (...values: number[]): Uint8Array => join(values.map((value) => new ByteWriter(4).u32(value).result()));
const box = (name: string, ...parts: Uint8Array[]): Uint8Array => {
  const body = join(parts);
  return join([u32(body.length + 8), text(name), body]);
};
/** No turn, no stretch: the matrix of a track and of a film. */
const matrix = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000);

/** How a player decodes: size and parameter sets (ISO/IEC 14496-15). */
function sampleEntry({ sequence, picture }: H264Stream, width: number, height: number): Uint8Array {
  const sets = [
    Uint8Array.of(1, ...sequence.subarray(1, 4), 0xff, 0xe1),
    u16(sequence.length),
    sequence,
    Uint8Array.of(1),
    u16(picture.length),
    picture,
  ];
  const shape = [u16(width, height), u32(0x48_0000, 0x48_0000, 0), u16(1), new Uint8Array(32), u16(24, 0xffff)];
  return box('avc1', u32(0), u16(0, 1), new Uint8Array(16), ...shape, box('avcC', ...sets));
}

/** Where the frames lie and how long each is shown, ISO/IEC 14496-12. */
function sampleTable(stream: H264Stream, sizes: readonly number[], offset: number, form: FilmForm): Uint8Array {
  return box(
    'stbl',
    box('stsd', u32(0, 1), sampleEntry(stream, form.width, form.height)),
    box('stts', u32(0, 1, sizes.length, scale / form.fps)),
    box('stss', u32(0, 1, 1)),
    box('stsc', u32(0, 1, 1, sizes.length, 1)),
    box('stsz', u32(0, 0, sizes.length, ...sizes)),
    box('stco', u32(0, 1, offset)),
  );
}

interface FilmForm {
  width: number;
  height: number;
  /** Frames a second; 1000 is a multiple of it. */
  fps: number;
}

/** An MP4 with one track of H.264, its index before its frames, so that it plays while it loads. */
export function wrapMp4(stream: H264Stream, form: FilmForm): Uint8Array {
  const frames = stream.frames.map((unit) => join([u32(unit.length), unit]));
  const sizes = frames.map(({ length }) => length);
  const length = (frames.length * scale) / form.fps;
  const head = box('ftyp', text('isom'), u32(0x200), text('isomiso2avc1mp41'));
  const indexAt = (offset: number): Uint8Array =>
    box(
      'moov',
      box('mvhd', u32(0, 0, 0, scale, length, 0x1_0000), u16(0x100, 0), u32(0, 0), matrix, new Uint8Array(24), u32(2)),
      box(
        'trak',
        box('tkhd', u32(3, 0, 0, 1, 0, length, 0, 0, 0, 0), matrix, u32(form.width * 0x1_0000, form.height * 0x1_0000)),
        box(
          'mdia',
          box('mdhd', u32(0, 0, 0, scale, length), u16(0x55c4, 0)),
          box('hdlr', u32(0, 0), text('vide'), u32(0, 0, 0), Uint8Array.of(0)),
          box(
            'minf',
            box('vmhd', u32(1, 0, 0)),
            box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
            sampleTable(stream, sizes, offset, form),
          ),
        ),
      ),
    );
  const start = head.length + indexAt(0).length + 8;
  return join([head, indexAt(start), box('mdat', ...frames)]);
}
