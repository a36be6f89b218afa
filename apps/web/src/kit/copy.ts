import { message } from '@tongda/contract/messages';
import { toast } from './notify';

/** Copies a text and says so; without the Clipboard API (http in an intranet) by a hidden text area. */
export async function copyText(text: string): Promise<void> {
  const done = (await byClipboard(text)) || bySelection(text);
  if (done) toast('success', message('copy.ok'));
  else toast('error', '浏览器不允许复制，请手动选择后复制');
}

async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function bySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.cssText = 'position:fixed;top:0;opacity:0';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
  }
}
