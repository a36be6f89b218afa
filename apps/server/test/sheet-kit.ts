import type { Answer, TestApp } from './test-app';
import { TestBook } from './workbook-kit';

export type SheetCell = string | number | Date | null;

/** A workbook with one sheet of headings and rows, as a user fills the template. */
export const sheetOf = (headings: string[], rows: SheetCell[][]): Promise<Buffer> => TestBook.ofRows(headings, rows);

/** Uploads a file with form fields and answers the envelope. */
export async function uploadSheet(
  app: TestApp,
  url: string,
  bytes: Buffer,
  token: string,
  fields: Record<string, string> = {},
) {
  const boundary = 'x-test-boundary';
  const part = (name: string, value: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(
      `\r\n${Object.entries(fields)
        .map(([k, v]) => part(k, v))
        .join('')}--${boundary}--\r\n`,
    ),
  ]);
  const answer = await app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  return answer.json() as Omit<Answer, 'status'>;
}
