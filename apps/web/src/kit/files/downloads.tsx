import { downloadStatusCheck } from '@tongda/contract/base/download/calls';
import { message } from '@tongda/contract/core/messages';
import { href, routes } from '@tongda/contract/shell/routes';
import { call } from '../call/api';
import { ApiError, transport } from '../call/api-error';
import { toast } from '../dialog/notify';
import { createDownloadWatch, type DownloadState } from './pending-downloads';

export const inWeChat = (): boolean => /MicroMessenger/iu.test(navigator.userAgent);

/** Starts the browser's download of a signed link; inside WeChat only advice is possible. */
export function saveFile(url: string, fileName: string): void {
  if (inWeChat()) {
    toast('info', message('export.wechat'), 6);
    return;
  }
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Browsers drop downloads that begin in the same moment. */
const betweenMs = 300;

/** Downloads several files, one after another. Without any address nothing begins: the promise is rejected with the sentence. */
export async function saveFiles(files: ReadonlyArray<{ pathUrl: string | null; fileName: string }>): Promise<void> {
  const ready = files.flatMap(({ pathUrl, fileName }) => (pathUrl ? [{ pathUrl, fileName }] : []));
  if (ready.length === 0) throw new ApiError(transport.nothing, message('export.emptyAddr'));
  for (const [i, { pathUrl, fileName }] of ready.entries()) {
    if (i > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs));
    saveFile(pathUrl, fileName);
  }
}

/** Saves a blob of this page under a name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveFile(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function saveFinished(task: DownloadState): void {
  if (!task.pathUrl) return;
  saveFile(task.pathUrl, task.fileName);
  if (!inWeChat()) toast('info', message('export.auto'), 4);
}

const watcher = createDownloadWatch({
  check: (ids) => call(downloadStatusCheck, { ids }, { quiet: true }),
  done: saveFinished,
  failed: (task) =>
    toast('error', task.failReason ? `${message('download.fail')} ${task.failReason}` : message('download.fail'), 6),
});

/** Looks after exports that other pages or an earlier visit began. Returns the unsubscriber. */
export function watchDownloads(): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === 'td.downloads') void watcher.watch();
  };
  window.addEventListener('storage', onStorage);
  void watcher.watch();
  return () => window.removeEventListener('storage', onStorage);
}

/** An export was accepted: says so, with the way to the download list, and fetches the file when it is ready. */
export function announceExport(taskId: string): void {
  toast(
    'success',
    <>
      {message('export.ok')}，{message('export.hint')} <a href={href(routes.download, 'community')}>去下载</a>
    </>,
    5,
  );
  void watcher.add(taskId);
}
