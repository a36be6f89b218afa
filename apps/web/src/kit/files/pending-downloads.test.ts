// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createDownloadWatch, type DownloadState } from './pending-downloads';

const task = (id: string, status: 0 | 1 | 2): DownloadState => ({
  id,
  status,
  pathUrl: status === 1 ? `/file/${id}` : null,
  fileName: `${id}.xlsx`,
  failReason: status === 2 ? '超时' : null,
});
beforeEach(() => localStorage.clear());

function setup(answers: DownloadState[][]) {
  const done = vi.fn<(task: DownloadState) => void>();
  const failed = vi.fn<(task: DownloadState) => void>();
  const waits: number[] = [];
  const check = vi.fn(async () => {
    const next = answers.shift();
    if (!next) throw new Error('away');
    return next;
  });
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return {
    done,
    failed,
    check,
    waits,
    watch: createDownloadWatch({ check, done, failed, sleep, lock: (_name, work) => work(() => undefined) }),
  };
}

test('a file that gets ready is fetched once and forgotten', async () => {
  const { watch, done, check, waits } = setup([[task('7', 0)], [task('7', 1)]]);
  await watch.add('7');
  expect(done.mock.calls.map(([{ id }]) => id)).toEqual(['7']);
  expect(check).toHaveBeenCalledTimes(2);
  expect(waits).toEqual([1000]);
  expect(JSON.parse(localStorage.getItem('td.downloads') ?? '{}')).toMatchObject({ ids: [] });
});

test('a failed task is told and forgotten', async () => {
  const { watch, failed } = setup([[task('8', 2)]]);
  await watch.add('8');
  expect(failed).toHaveBeenCalledTimes(1);
});

test('a task that its user has cancelled is forgotten without a word', async () => {
  const { watch, failed, done } = setup([[{ ...task('8', 2), failReason: '已取消' }]]);
  await watch.add('8');
  expect(failed).not.toHaveBeenCalled();
  expect(done).not.toHaveBeenCalled();
  expect(JSON.parse(localStorage.getItem('td.downloads') ?? '{}')).toMatchObject({ ids: [] });
});

test('after more than three failures in a row the pace slows down', async () => {
  const { watch, waits, check } = setup([]);
  check.mockImplementation(async () => {
    if (check.mock.calls.length <= 5) throw new Error('away');
    return [task('9', 1)];
  });
  await watch.add('9');
  expect(waits).toEqual([1000, 1000, 1000, 5000, 5000]);
});

test('five minutes after the last addition it stops asking', async () => {
  const { watch, check } = setup([[task('5', 0)]]);
  const start = Date.now();
  // the clock stands until the answer: a millisecond more on a busy machine, and the five minutes would never be over
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
  check.mockImplementation(async () => {
    clock.mockReturnValue(start + 300_001);
    return [task('5', 0)];
  });
  await watch.add('5');
  clock.mockRestore();
  expect(check).toHaveBeenCalledTimes(1);
});
