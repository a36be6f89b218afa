import type { MessageRow } from '@tongda/contract/base/message/calls';
import { message as sentence } from '@tongda/contract/core/messages';
import { Button, Tooltip } from 'antd';
import { MessageSquare, Volume2, VolumeX, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useWorkBegins } from '../../../kit/session/work-begins';
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
 * New messages wait in the strip, whatever the page: a column that is read is covered by them as much as a form. Who wants to see them gets them near the corner, beside
 * the words of a list's rows (详情, 处理), each until it is closed; how many more wait. Mounted once in the shell: it keeps the counters too.
 */
export function MessagePopups() {
  useEffect(() => startNotices(), []);
  const { open, total, settings } = useNotices();
  const { open: openMessage, dialog } = useOpenMessage();
  const phone = usePhone();
  const place = useClearPlace(popupsWidth);
  const { shown, waiting, show } = useShown(open);
  const [first] = waiting;
  const close = (messages: readonly MessageRow[]): void => closePopups(messages.map(({ id }) => id));
  useStripNote(
    'messages',
    first
      ? {
          icon: <MessageSquare className="td-ico" />,
          text: `新消息 ${waiting.length} 条：${headOf(first)}`,
          verb: '查看',
          run: show,
          away: () => close(waiting),
        }
      : null,
  );
  const more = total - open.length;
  return (
    <>
      {shown.length > 0 ? (
        <aside
          className="base-message-popups"
          aria-label="新消息"
          aria-live="polite"
          style={phone || place === null ? undefined : { right: place }}
        >
          <header>
            <b>新消息</b>
            <span className="td-cap">{shown.length}条</span>
            <Tooltip title={settings.sound ? '关闭声音提醒' : '打开声音提醒'}>
              <Button
                type="text"
                aria-label={settings.sound ? '关闭声音提醒' : '打开声音提醒'}
                icon={settings.sound ? <Volume2 /> : <VolumeX />}
                onClick={() => setNoticeSettings({ sound: !settings.sound })}
              />
            </Tooltip>
            <button type="button" className="td-plain kit-table-word" onClick={() => close(shown)}>
              全部关闭
            </button>
          </header>
          <ul>
            {shown.map((message) => (
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

interface Shown {
  /** those over the page */
  shown: readonly MessageRow[];
  /** those that wait in the strip */
  waiting: readonly MessageRow[];
  /** Brings those in the strip over the page. */
  show: () => void;
}

/** Which messages are over the page: none by themselves. Once somebody has asked for them they and newer ones stay until all are closed, or until he begins to fill in something. */
function useShown(open: readonly MessageRow[]): Shown {
  const [wanted, setWanted] = useState(false);
  const some = open.length > 0;
  useWorkBegins(() => setWanted(false));
  useEffect(() => {
    if (!some) setWanted(false);
  }, [some]);
  return { shown: wanted ? open : [], waiting: wanted ? [] : open, show: () => setWanted(true) };
}
