import { categoryName, categoryShort, type MessageRow } from '@tongda/contract/base/message/calls';
import { msgCategory } from '@tongda/contract/base/system-enums';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Popover } from 'antd';
import { Bell, CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { minuteText } from '../../../kit/show/format';
import { HeaderWord } from '../../../kit/show/header-word';
import { CategoryMark } from './category-mark';
import { markAllRead, useNotices } from './notice-store';
import { NoticeSwitches } from './notice-switches';
import { badgeText } from './popup-model';
import { unreadUrl } from './target';
import { useOpenMessage } from './use-open';
import './styles.css';

/** Categories with a word of their own; alarms are counted as alarms beside the bell, not as messages. */
const worded = msgCategory.codes.filter((category) => category !== msgCategory.vehicleAlarm);

/** Unread messages in the header: a word with its count for each category where there is room, and the bell with the sum of them. */
export function MessageBell() {
  const { byCategory, total, loaded } = useNotices();
  const [open, setOpen] = useState(false);
  const { open: openMessage, dialog } = useOpenMessage();
  const close = (): void => setOpen(false);
  const count = badgeText(total);
  return (
    <div className="base-message-bell">
      {worded.map((category) => (
        <HeaderWord
          key={category}
          roomy
          to={unreadUrl(byCategory[category] ?? 0, category)}
          title={`${categoryName(category)}：${byCategory[category] ?? 0}条未读`}
          word={categoryShort(category)}
          count={loaded ? badgeText(byCategory[category] ?? 0) || '0' : '--'}
        />
      ))}
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        arrow={false}
        classNames={{ root: 'base-message-bell-popover' }}
        content={
          <BellList
            close={close}
            choose={(message) => {
              close();
              openMessage(message);
            }}
          />
        }
      >
        <Button
          type="text"
          className="shell-frame-round base-message-bell-button"
          aria-label={total > 0 ? `消息，${total}条未读` : '消息'}
          icon={<Bell />}
        >
          {count ? <i className="base-message-bell-count">{count}</i> : null}
        </Button>
      </Popover>
      {dialog}
    </div>
  );
}

/** Categories with their counts, the newest five, and the switches. */
function BellList({ close, choose }: { close: () => void; choose: (message: MessageRow) => void }) {
  const { byCategory, newest, total } = useNotices();
  const readAll = useAct(() => markAllRead(), { told: (count) => `已将${count}条消息标为已读` });
  return (
    <div className="base-message-bell-list">
      <header>
        <b>消息</b>
        <button
          type="button"
          className="td-plain kit-table-word"
          disabled={total === 0}
          onClick={() => void readAll.run()}
        >
          <CheckCheck className="td-ico" /> 全部已读
        </button>
      </header>
      <nav aria-label="消息分类">
        {msgCategory.codes.map((category) => (
          <Link
            key={category}
            to={unreadUrl(byCategory[category] ?? 0, category)}
            onClick={close}
            data-alarm={category === msgCategory.vehicleAlarm && (byCategory[category] ?? 0) > 0}
          >
            <CategoryMark category={category} />
            {categoryName(category)}
            <b>{badgeText(byCategory[category] ?? 0) || '0'}</b>
          </Link>
        ))}
      </nav>
      {newest.length > 0 ? (
        <ul>
          {newest.map((message) => (
            <li key={message.id}>
              <button type="button" className="td-plain" onClick={() => choose(message)}>
                <CategoryMark category={message.category} />
                <span>
                  <b>
                    {message.objName} {message.title}
                  </b>
                  <small>{message.content}</small>
                </span>
                <time>{minuteText(message.createTime)}</time>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="base-message-bell-none">没有未读消息</p>
      )}
      <footer>
        <NoticeSwitches />
        <Link to={href(routes.message, 'community')} onClick={close}>
          全部消息
        </Link>
      </footer>
    </div>
  );
}
