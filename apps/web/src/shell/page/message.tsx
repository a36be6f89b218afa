import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { platformName, useBrand } from '../../kit/session/brand';
import { Logo } from '../../kit/show/logo';
import './message.css';

interface MessagePageProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  actions: ReadonlyArray<{ label: string; run: () => void; primary?: boolean }>;
  note?: ReactNode;
}

/** A whole page that says one thing: not found, no right, broken. */
export function MessagePage({ icon, title, text, actions, note }: MessagePageProps) {
  const name = useBrand(platformName);
  useEffect(() => {
    document.title = `${title} - ${name}`;
  }, [title, name]);
  return (
    <main className="shell-page-message">
      <div className="shell-page-message-brand">
        <Logo size={28} />
        <b>{name}</b>
      </div>
      <div className="shell-page-message-card">
        <span className="shell-page-message-icon">{icon}</span>
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="shell-page-message-actions">
          {actions.map(({ label, run, primary }) => (
            <Button key={label} size="middle" type={primary ? 'primary' : 'default'} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
        {note ? <div className="td-cap">{note}</div> : null}
      </div>
    </main>
  );
}
