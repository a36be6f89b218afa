import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smtpMail } from './mail';

/** A mail server that offers no encryption; `told` is what it was told. */
const told: string[] = [];
let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((socket) => {
    let data = false;
    socket.write('220 plain\r\n');
    socket.on('data', (bytes) => {
      const text = String(bytes);
      told.push(text);
      if (data && !text.endsWith('\r\n.\r\n')) return;
      data = text.startsWith('DATA');
      if (text.startsWith('STARTTLS')) socket.write('502 not here\r\n');
      else socket.write(data ? '354 go on\r\n' : '250 fine\r\n');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => {
    server.listen(0, '0.0.0.0', done);
  });
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => void server.close());

const mail = { id: '1', to: 'a@b.example', subject: '超温', text: '沪A12345 超温' };
const send = (host: string, query = '') => smtpMail(`smtp://${host}:${port}${query}`, 'from@b.example').send(mail);

it('no mail leaves this machine unencrypted, unless the setting says so', async () => {
  // an address of this machine that is not one of the names that may be plain
  await expect(send('127.0.0.2')).rejects.toThrow(/STARTTLS/u);
  expect(told.join('')).not.toContain('MAIL FROM');
  await send('127.0.0.2', '?requireTLS=false');
  await send('localhost');
  expect(told.filter((line) => line.startsWith('MAIL FROM'))).toHaveLength(2);
});
