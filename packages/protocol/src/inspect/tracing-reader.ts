import { ByteReader, type FieldForm, u16At, u32At } from '../bytes';

/** A field that a decoder has read, and where it stands. */
export interface TracedField {
  /** Its name behind those of what it is a part of, with the place of each row: `items`, 2, `id`. */
  path: ReadonlyArray<string | number>;
  /** Where it begins in the traced bytes. */
  offset: number;
  length: number;
  /** How its bytes are to be read; null = just bytes. */
  form: FieldForm | null;
  /** Value of a number of 1, 2 or 4 bytes; else null. */
  number: number | null;
}

/** A reading that ran over the end of its bytes: the field and what was missing. */
export interface Shortage {
  path: TracedField['path'];
  offset: number;
  wanted: number;
  left: number;
}

/** What a decoder has read so far, in the order of the bytes. */
export interface Trace {
  fields: TracedField[];
  /** Set when the last reading did not succeed. */
  shortage: Shortage | null;
}

/** A reading that its decoder gave no name: none is left, a test looks. */
const unnamed = 'unnamed';

export const newTrace = (): Trace => ({ fields: [], shortage: null });

/**
 * A reader that notes the name and the place of everything that is read. A decoder that tries a layout and then another one begins anew: what was noted of
 * the bytes from there on is forgotten.
 */
export class TracingReader extends ByteReader {
  private path: Array<string | number>;

  /** `base` is where `data` begins in the bytes that are traced. */
  constructor(
    data: Uint8Array,
    private readonly trace: Trace,
    private readonly base = 0,
    path: ReadonlyArray<string | number> = [],
  ) {
    super(data);
    this.path = [...path];
  }

  override u8(name = unnamed): number {
    const offset = this.expect(name, 1);
    const value = super.u8();
    this.note(name, offset, 1, null, value);
    return value;
  }

  override u16(name = unnamed): number {
    const offset = this.expect(name, 2);
    const value = super.u16();
    this.note(name, offset, 2, null, value);
    return value;
  }

  override u32(name = unnamed): number {
    const offset = this.expect(name, 4);
    const value = super.u32();
    this.note(name, offset, 4, null, value);
    return value;
  }

  override bytes(length: number, name = unnamed, form?: FieldForm): Uint8Array {
    const offset = this.expect(name, length);
    const data = super.bytes(length);
    this.note(name, offset, length, form ?? null, form === 'number' ? numberIn(data) : null);
    return data;
  }

  override part(length: number, name?: string): ByteReader {
    const offset = this.expect(name ?? unnamed, length);
    const data = super.bytes(length);
    return new TracingReader(data, this.trace, offset, name ? [...this.path, name] : this.path);
  }

  override attempt(): ByteReader {
    return new TracingReader(this.ahead, this.trace, this.base + this.at, this.path);
  }

  override list<T>(name: string, length: number, read: () => T): T[] {
    return Array.from({ length }, (_, index) => this.entry(name, index, read));
  }

  override entry<T>(name: string, index: number, read: () => T): T {
    const outside = this.path;
    this.path = [...outside, name, index];
    try {
      return read();
    } finally {
      this.path = outside;
    }
  }

  /** Where the next field begins; notes when it cannot be read. */
  private expect(name: string, wanted: number): number {
    const offset = this.base + this.at;
    const left = this.remaining;
    this.trace.shortage = wanted > left ? { path: [...this.path, name], offset, wanted, left } : null;
    return offset;
  }

  private note(name: string, offset: number, length: number, form: FieldForm | null, number: number | null): void {
    if (length === 0) return;
    const { fields } = this.trace;
    while ((fields.at(-1)?.offset ?? -1) >= offset) fields.pop();
    fields.push({ path: [...this.path, name], offset, length, form, number });
  }
}

/** The unsigned number of one, two or four bytes; null of others. */
function numberIn(data: Uint8Array): number | null {
  if (data.length === 1) return data[0] ?? 0;
  return data.length === 2 ? u16At(data, 0) : data.length === 4 ? u32At(data, 0) : null;
}
