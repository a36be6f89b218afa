// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StripAtFoot, StripInLine } from './line';
import { firstNote, type StripKey, startStrip, useStrip, useStripNote } from './notes';

afterEach(cleanup);
beforeEach(startStrip);

const say = (key: StripKey, text: string, run = vi.fn()) =>
  renderHook(
    (props: { text: string | null; run: () => void }) =>
      useStripNote(
        key,
        props.text === null ? null : { icon: null, text: props.text, verb: '查看', run: props.run, away: vi.fn() },
      ),
    { initialProps: { text, run } as { text: string | null; run: () => void } },
  );
const seen = () => {
  const { notes } = useStrip.getState();
  return [firstNote(notes, 'tip')?.note.text, firstNote(notes, 'notice')?.note.text];
};

test('one tip and one notice are in sight, the others wait behind them', () => {
  expect(seen()).toEqual([undefined, undefined]);
  const guide = say('guide', '引导');
  const survey = say('survey', '问卷');
  const fees = say('serviceFee', '到期');
  expect(seen()).toEqual(['引导', '到期']);
  say('browse', '浏览配置');
  expect(seen()).toEqual(['浏览配置', '到期']);
  fees.rerender({ text: null, run: vi.fn() });
  expect(seen()).toEqual(['浏览配置', '问卷']);
  survey.unmount();
  guide.unmount();
  expect(seen()).toEqual(['浏览配置', undefined]);
});

test('its verb does what the page that owns it would do now', () => {
  const [before, now] = [vi.fn(), vi.fn()];
  const note = say('survey', '问卷', before);
  note.rerender({ text: '问卷', run: now });
  act(() => firstNote(useStrip.getState().notes, 'notice')?.note.run());
  expect([before.mock.calls.length, now.mock.calls.length]).toEqual([0, 1]);
});

test('a page with a line for it has the strip there, and the foot of the window stays as it is', () => {
  say('survey', '问卷');
  const page = (mode: 'visible' | 'hidden') => (
    <>
      <Activity mode={mode}>
        <footer>
          <StripInLine />
        </footer>
      </Activity>
      <div>
        <StripAtFoot />
      </div>
    </>
  );
  const shown = render(page('visible'));
  const strip = () => screen.getByRole('complementary', { name: '提示' });
  expect(strip().closest('footer')).not.toBeNull();
  // behind another tab the page gives its place up
  shown.rerender(page('hidden'));
  expect(strip().closest('footer')).toBeNull();
  shown.rerender(page('visible'));
  expect(strip().closest('footer')).not.toBeNull();
});

test('the line at the foot of the window is there before anything is said, and stays when it is put away', () => {
  sessionStorage.clear();
  const { container } = render(<StripAtFoot />);
  const lines = () => container.querySelectorAll('.kit-strip-foot').length;
  expect(lines()).toBe(1);
  const survey = say('survey', '问卷');
  expect([screen.getByText('问卷').textContent, lines()]).toEqual(['问卷', 1]);
  survey.unmount();
  expect([screen.queryByText('问卷'), lines()]).toEqual([null, 1]);
});

test('nothing is said before it is known what there is to say', () => {
  sessionStorage.clear();
  useStrip.setState({ ready: false });
  render(<StripAtFoot />);
  say('survey', '问卷');
  expect(screen.queryByText('问卷')).toBeNull();
  act(startStrip);
  expect(screen.getByText('问卷')).toBeTruthy();
});
