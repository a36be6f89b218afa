import { message } from '@tongda/contract/core/messages';
import { constants } from '@tongda/contract/shell/constants';
import { useState } from 'react';
import { useAct } from '../../kit/call/use-act';
import { ActDialog } from '../../kit/dialog/form';
import { finishBrowse, saveOpenUrl, useShellPrefs } from '../tab/prefs';
import './dialogs.css';

const choices = [
  { openUrl: false, name: '多页面打开', text: '每个系统一个窗口，可以并排看' },
  { openUrl: true, name: '当前页面替换', text: '所有页面都在这个窗口里打开' },
] as const;

/** 浏览配置: whether sub-applications open side by side or in place. Kept 8 hours. */
export function BrowseDialog({ close }: { close: () => void }) {
  const saved = useShellPrefs((state) => state.openUrl);
  const [openUrl, setOpenUrl] = useState(saved ?? true);
  const later = (): void => {
    finishBrowse();
    close();
  };
  const save = useAct(
    async (chosen: { openUrl: boolean }) => {
      await saveOpenUrl(chosen.openUrl);
      return true;
    },
    { told: message('save.ok'), done: finishBrowse },
  );
  return (
    <ActDialog
      act={save}
      input={{ openUrl }}
      touched={false}
      close={later}
      title="浏览配置"
      width={constants.dialog.browseWidthPx}
      cancelText="稍后设置"
    >
      <div className="shell-dialog-choices" role="radiogroup" aria-label="页面打开方式">
        {choices.map((choice) => (
          <label key={choice.name} className="shell-dialog-choice" data-on={openUrl === choice.openUrl}>
            <input
              type="radio"
              name="openUrl"
              checked={openUrl === choice.openUrl}
              onChange={() => setOpenUrl(choice.openUrl)}
            />
            {choice.openUrl ? <OneWindow /> : <ManyWindows />}
            <b>{choice.name}</b>
            <span className="td-cap">{choice.text}</span>
          </label>
        ))}
      </div>
    </ActDialog>
  );
}

/** Several windows, one behind the other. */
function ManyWindows() {
  return (
    <svg viewBox="0 0 200 96" aria-hidden="true">
      <WindowShape x={62} y={10} faint />
      <WindowShape x={46} y={22} faint />
      <WindowShape x={30} y={34} />
    </svg>
  );
}

/** One window whose content changes. */
function OneWindow() {
  return (
    <svg viewBox="0 0 200 96" aria-hidden="true">
      <WindowShape x={44} y={20} />
      <path className="shell-dialog-pic-turn" d="M84 58a16 16 0 0 1 28-9m4 7a16 16 0 0 1-28 9m24-22v6h-6m-18 22v-6h6" />
    </svg>
  );
}

function WindowShape({ x, y, faint = false }: { x: number; y: number; faint?: boolean }) {
  return (
    <g className={faint ? 'shell-dialog-pic-faint' : 'shell-dialog-pic'} transform={`translate(${x} ${y})`}>
      <rect width="112" height="56" rx="4" />
      <path d="M0 12h112" />
      <circle cx="7" cy="6" r="1.6" />
      <circle cx="13" cy="6" r="1.6" />
      <path d="M26 12v44" />
    </g>
  );
}
