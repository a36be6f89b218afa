// @vitest-environment jsdom
import { messages } from '@tongda/contract/core/messages';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindNotify } from '../dialog/notify';
import { saveFile, saveFiles } from './downloads';

const clicked: string[] = [];
const open = vi.fn();
beforeEach(() => {
  clicked.length = 0;
  open.mockReset();
  bindNotify({ message: { open } } as never);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

const file = (fileName: string, pathUrl: string | null = `/f/${fileName}`) => ({ fileName, pathUrl });

test('without an address nothing begins and the promise is rejected', async () => {
  await expect(saveFiles([])).rejects.toThrow(messages['export.emptyAddr']);
  await expect(saveFiles([file('a', null)])).rejects.toThrow('没有可导出的地址');
  expect(clicked).toEqual([]);
});

test('several files one after another; those without an address are left out', async () => {
  await saveFiles([file('a'), file('b', null), file('c')]);
  expect(clicked).toEqual(['a', 'c']);
});

test('inside WeChat there is advice instead of a file', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0');
  saveFile('/f/a', 'a');
  expect(clicked).toEqual([]);
  expect(open.mock.calls[0]?.[0]).toMatchObject({ content: messages['export.wechat'] });
});
