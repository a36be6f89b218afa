import { message as sentence } from '@tongda/contract/core/messages';
import { Button, Tooltip } from 'antd';
import { MessageSquare, Volume2, VolumeX, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useUntouched, useWorkBegins } from '../../../kit/session/untouched';
import { minuteText } from '../../../kit/show/format';
import { usePhone } from '../../../kit/show/hooks/use-phone';
import { useStripNote } from '../../../kit/strip/notes';
import { useClearPlace } from '../../../kit/table/actions-place';
import { CategoryMark } from './category-mark';
import { closePopups, setNoticeSettings, startNotices, useNotices } from './notice-store';
import { unreadUrl } from './target';
import { useOpenMessage } from './use-open';
import './styles.css';

/**
 * New messages near the corner until each is closed; how many more wait. They appear over a page that nobody has touched yet and that is no form, beside the
 * words of its rows (详情, 处理), which they never cover; else, and on a phone, whose cards have such words everywhere, they wait in the strip until somebody
 * wants to see them. Mounted once in the shell: it keeps the counters too.
 */
export function MessagePopups() {
  useEffect(() => startNotices(), []);
  const { open, total, settings } = useNotices();
  const { open: openMessage, dialog } = useOpenMessage();
  const phone = usePhone();
  const place = useClearPlace(popupsWidth);
  const visible = useVisible(open.length > 0, !phone && place !== null);
  const [first] = open;
  const close = (): void => closePopups(open.map(({ id }) => id));
  useStripNote(
    'messages',
    first && !visible.shown
      ? {
          icon: <MessageSquare className="td-ico" />,
          text: `新消息 ${open.length} 条：${headOf(first)}`,
          verb: '查看',
          run: visible.show,
          away: close,
        }
      : null,
  );
  const more = total - open.length;
  return (
    <>
      {open.length > 0 && visible.shown ? (
        <aside
          className="base-message-popups"
          aria-label="新消息"
          aria-live="polite"
          style={phone || place === null ? undefined : { right: place }}
        >
          <header>
            <b>新消息</b>
            <span className="td-cap">{open.length}条</span>
            <Tooltip title={settings.sound ? '关闭声音提醒' : '打开声音提醒'}>
              <Button
                type="text"
                aria-label={settings.sound ? '关闭声音提醒' : '打开声音提醒'}
                icon={settings.sound ? <Volume2 /> : <VolumeX />}
                onClick={() => setNoticeSettings({ sound: !settings.sound })}
              />
            </Tooltip>
            <button type="button" className="td-plain kit-table-word" onClick={close}>
              全部关闭
            </button>
          </header>
          <ul>
            {open.map((message) => (
              <li key={message.id} data-level={message.level ?? undefined}>
                <button type="button" className="td-plain base-message-popup" onClick={() => openMessage(message)}>
                  <CategoryMark category={message.category} />
                  <span>
                    <b>{headOf(message)}</b>
                    <small>{message.content}</small>
                  </span>
                  <time>{minuteText(message.createTime)}</time>
                </button>
                <button
                  type="button"
                  className="td-plain base-message-popup-close"
                  aria-label={`关闭：${headOf(message)}`}
                  onClick={() => closePopups([message.id])}
                >
                  <X className="td-ico" />
                </button>
              </li>
            ))}
          </ul>
          {more > 0 ? (
            <footer>
              <Link to={unreadUrl(more)}>{sentence('message.more', { n: more })}</Link>
            </footer>
          ) : null}
        </aside>
      ) : null}
      {dialog}
    </>
  );
}

/** px, as in the style sheet */
const popupsWidth = 360;

/** `沪D60H28 超温报警（严重）`; a notice to all is about no object. */
const headOf = ({ objName, title }: { objName: string; title: string }): string => `${objName} ${title}`.trim();

/**
 * Whether the pop-ups are over the page: they come by themselves only over an untouched one that has room for them, stay where they are wanted, and leave when
 * somebody begins to work.
 */
function useVisible(some: boolean, room: boolean): { shown: boolean; show: () => void } {
  const untouched = useUntouched();
  const [wanted, setWanted] = useState(false);
  useWorkBegins(() => setWanted(false));
  useEffect(() => {
    if (!some) setWanted(false);
  }, [some]);
  return { shown: (untouched && room) || wanted, show: () => setWanted(true) };
}
