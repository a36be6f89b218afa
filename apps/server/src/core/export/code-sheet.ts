import bwip from '@bwip-js/node';
import { escapeXml } from '../workbook/xml';

/** A line, and what its QR code says. */
export interface CodeLine {
  text: string;
  code: string;
}

/** What the sheet is called that shows lines with their QR codes. */
export const codeSheetName = '校验码';

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const art = 'http://schemas.openxmlformats.org/drawingml/2006/main';
/** EMU of a pixel, the unit of drawings, and the size of a code: 30 mm, its quiet zone included. */
const emuPerPx = 9525;
const sizePx = 113;
/** points; a code fits in */
const rowPt = 96;

/** The content types of the parts that {@link codeSheetParts} gives. */
export const codeSheetTypes = (sheet: number): string =>
  `<Default Extension="png" ContentType="image/png"/><Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`;

/** The parts of the sheet by their paths, a row a line; it is the `sheet`th of its workbook. */
export async function codeSheetParts(
  sheet: number,
  codes: readonly CodeLine[],
): Promise<Array<[string, string | Uint8Array]>> {
  // the error correction is an option of QR codes, which the types of all codes do not name
  const look = { bcid: 'qrcode', eclevel: 'M', scale: 4, padding: 4, backgroundcolor: 'FFFFFF' };
  const images = await Promise.all(codes.map(({ code }) => bwip.toBuffer({ ...look, text: code })));
  const rows = codes.map(
    ({ text }, i) =>
      `<row r="${i + 1}" ht="${rowPt}" customHeight="1"><c r="B${i + 1}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c></row>`,
  );
  const anchors = codes.map(
    (_, i) =>
      `<xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>${6 * emuPerPx}</xdr:colOff><xdr:row>${i}</xdr:row><xdr:rowOff>${6 * emuPerPx}</xdr:rowOff></xdr:from><xdr:ext cx="${sizePx * emuPerPx}" cy="${sizePx * emuPerPx}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${i + 2}" name="二维码${i + 1}" descr="${escapeXml(codes[i]?.code ?? '')}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${i + 1}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${sizePx * emuPerPx}" cy="${sizePx * emuPerPx}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`,
  );
  const relations = codes.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${rels}/image" Target="../media/code${i + 1}.png"/>`,
  );
  return [
    [
      `xl/worksheets/sheet${sheet}.xml`,
      `${xmlHead}<worksheet xmlns="${main}" xmlns:r="${rels}"><cols><col min="1" max="1" width="18" customWidth="1"/><col min="2" max="2" width="120" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData><drawing r:id="rId1"/></worksheet>`,
    ],
    [
      `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
      `${xmlHead}<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${rels}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
    ],
    [
      'xl/drawings/drawing1.xml',
      `${xmlHead}<xdr:wsDr xmlns:xdr="${drawing}" xmlns:a="${art}" xmlns:r="${rels}">${anchors.join('')}</xdr:wsDr>`,
    ],
    [
      'xl/drawings/_rels/drawing1.xml.rels',
      `${xmlHead}<Relationships xmlns="${packageRels}">${relations.join('')}</Relationships>`,
    ],
    ...images.map((image, i): [string, Uint8Array] => [`xl/media/code${i + 1}.png`, image]),
  ];
}
