import { message as sentence } from '@tongda/contract/core/messages';
import { Button, Tooltip } from 'antd';
import { Volume2, VolumeX, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useTurns } from '../../../kit/session/turns';
import { minuteText } from '../../../kit/show/format';
import { CategoryMark } from './category-mark';
import { closePopups, setNoticeSettings, startNotices, useNotices } from './notice-store';
import { unreadUrl } from './target';
import { useOpenMessage } from './use-open';
import './styles.css';

/** New messages in the corner until each is closed; how many more wait. Mounted once in the shell: it keeps the counters too. */
export function MessagePopups() {
  useEffect(() => startNotices(), []);
  const { open, total, settings } = useNotices();
  const { open: openMessage, dialog } = useOpenMessage();
  // pop-ups wait while another dialog has opened by itself
  const aside = useTurns(({ current }) => current !== null);
  const more = total - open.length;
  return (
    <>
      {open.length > 0 && !aside ? (
        <aside className="base-message-popups" aria-label="新消息" aria-live="polite">
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
            <button
              type="button"
              className="td-plain kit-table-word"
              onClick={() => closePopups(open.map(({ id }) => id))}
            >
              全部关闭
            </button>
          </header>
          <ul>
            {open.map((message) => (
              <li key={message.id} data-level={message.level ?? undefined}>
                <button type="button" className="td-plain base-message-popup" onClick={() => openMessage(message)}>
                  <CategoryMark category={message.category} />
                  <span>
                    <b>
                      {message.objName} {message.title}
                    </b>
                    <small>{message.content}</small>
                  </span>
                  <time>{minuteText(message.createTime)}</time>
                </button>
                <button
                  type="button"
                  className="td-plain base-message-popup-close"
                  aria-label={`关闭：${message.objName} ${message.title}`}
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
