import { colour } from '../../../../theme/palette';

const size = 720;
const codeSize = 600;

/** Saves a code as a picture with a caption, so that one knows whose it is when it is forwarded or printed elsewhere. */
export async function savePicture(
  code: SVGSVGElement,
  [head, ...notes]: readonly [string, ...string[]],
  fileName: string,
) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(code))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size + 80 + notes.length * 40;
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = colour('paper', 'light');
  brush.fillRect(0, 0, canvas.width, canvas.height);
  const edge = (size - codeSize) / 2;
  brush.imageSmoothingEnabled = false;
  brush.drawImage(image, edge, edge, codeSize, codeSize);
  const { fontFamily } = getComputedStyle(document.body);
  brush.textAlign = 'center';
  brush.fillStyle = colour('paper-ink', 'light');
  brush.font = `700 52px ${fontFamily}`;
  brush.fillText(head, size / 2, size + 20);
  brush.font = `26px ${fontFamily}`;
  for (const [i, note] of notes.entries()) brush.fillText(note, size / 2, size + 72 + i * 40);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = fileName;
  link.click();
}
