import { mainNs, xmlHead } from './namespaces';
import { prefixOf, rewriteXml } from './rewrite';
import type { ZipPart, ZipReader } from './unzip';
import { type Attributes, readXml, writeTag } from './xml';

const usual: Attributes = { numFmtId: '0', fontId: '0', fillId: '0', borderId: '0', xfId: '0' };

interface Style {
  attributes: Attributes;
  /** what stands in its element */
  inner: string;
  prefix: string;
}

/** Styles of a workbook's cells, to which the same styles with a marking background are added as they are asked for. */
export class Styles {
  private readonly styles: Style[] = [];
  private readonly markFills = new Set<number>();
  private readonly added: Style[] = [];
  private readonly numbers = new Map<string, number>();
  private fills = 0;
  private fillAdded = false;

  private constructor(
    private readonly zip: ZipReader,
    private file: ZipPart | undefined,
    private readonly mark: string,
  ) {}

  /** `mark`: the background as `RRGGBB`. */
  static async read(zip: ZipReader, part: string | null, mark: string): Promise<Styles> {
    const styles = new Styles(zip, part === null ? undefined : zip.find(part), mark);
    if (styles.file) await readXml(zip.read(styles.file), styles.reader());
    if (styles.styles.length === 0 || styles.fills === 0) styles.startAnew();
    return styles;
  }

  /** Styles of a file that has none. */
  private startAnew(): void {
    this.file = undefined;
    this.fills = 2;
    this.styles.splice(0, this.styles.length, { attributes: usual, inner: '', prefix: '' });
  }

  /** A cell of this style has the marking background. */
  isMarked(style: number): boolean {
    return this.markFills.has(Number(this.styleAt(style).attributes.fillId));
  }

  /** The number of the same style with the marking background. */
  marked(style: number): number {
    const [known = this.fills] = this.markFills;
    this.fillAdded ||= this.markFills.size === 0;
    return this.variant(style, known, true);
  }

  /** The number of the same style without a background. */
  unmarked(style: number): number {
    return this.variant(style, 0, false);
  }

  /** The part with what was added. */
  async *write(): AsyncGenerator<string> {
    if (!this.file) {
      yield `${xmlHead}<styleSheet xmlns="${mainNs}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${this.fillXml('')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${this.added.length + 1}">${[...this.styles, ...this.added].map((style) => styleXml(style, '')).join('')}</cellXfs></styleSheet>`;
      return;
    }
    yield* rewriteXml(this.zip.read(this.file), {
      open: ({ name, attributes, depth }) => {
        if (depth === 1 && name === 'fills' && this.fillAdded)
          return { attributes: { ...attributes, count: String(this.fills + 1) } };
        if (depth === 1 && name === 'cellXfs')
          return { attributes: { ...attributes, count: String(this.styles.length + this.added.length) } };
        return undefined;
      },
      closing: (name, prefix, depth) => {
        if (depth !== 1) return undefined;
        if (name === 'fills' && this.fillAdded) return this.fillXml(prefix);
        return name === 'cellXfs' ? this.added.map((style) => styleXml(style, prefix)).join('') : undefined;
      },
    });
  }

  private fillXml(x: string): string {
    return `<${x}fill><${x}patternFill patternType="solid"><${x}fgColor rgb="FF${this.mark}"/><${x}bgColor indexed="64"/></${x}patternFill></${x}fill>`;
  }

  private styleAt(style: number): Style {
    // a style that the file does not have is its first one
    return this.styles[style] ?? (this.styles[0] as Style);
  }

  private variant(style: number, fill: number, apply: boolean): number {
    const key = `${style} ${fill}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const { attributes, inner, prefix } =
      this.styles[style] ?? this.added[style - this.styles.length] ?? this.styleAt(0);
    const number = this.styles.length + this.added.length;
    this.added.push({
      attributes: { ...attributes, fillId: String(fill), applyFill: apply ? '1' : '0' },
      inner,
      prefix,
    });
    this.numbers.set(key, number);
    return number;
  }

  private reader(): Parameters<typeof readXml>[1] {
    let section = '';
    let style: Style | null = null;
    let solid = false;
    return {
      open: ({ name, attributes, tag, depth }) => {
        if (depth === 1) section = name;
        else if (section === 'fills' && depth === 2) this.fills++;
        else if (section === 'fills' && name === 'patternFill') solid = attributes.patternType === 'solid';
        else if (
          section === 'fills' &&
          name === 'fgColor' &&
          solid &&
          attributes.rgb?.toUpperCase().endsWith(this.mark)
        )
          this.markFills.add(this.fills - 1);
        else if (section === 'cellXfs' && depth === 2) style = { attributes, inner: '', prefix: prefixOf(tag.name) };
        else if (style) style.inner += writeTag(tag.name, attributes, false);
      },
      close: (_name, tag, depth) => {
        if (section !== 'cellXfs' || !style) return;
        if (depth === 2) {
          this.styles.push(style);
          style = null;
        } else style.inner += `</${tag.name}>`;
      },
    };
  }
}

const styleXml = ({ attributes, inner, prefix }: Style, or: string): string =>
  `${writeTag(`${prefix || or}xf`, attributes, false)}${inner}</${prefix || or}xf>`;
