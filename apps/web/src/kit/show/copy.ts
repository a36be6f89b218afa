import { message } from '@tongda/contract/core/messages';
import { toast } from '../dialog/notify';
import { writeClipboard } from './clipboard';

/** Copies a text and says so. */
export async function copyText(text: string): Promise<void> {
  if (await writeClipboard(text)) toast('success', message('copy.ok'));
  else toast('error', '浏览器不允许复制，请手动选择后复制');
}
