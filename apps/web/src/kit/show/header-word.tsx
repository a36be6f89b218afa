import { Link } from 'react-router';
import './header-word.css';

interface HeaderWordProps {
  /** where it leads; null for who may not go there */
  to: string | null;
  word: string;
  /** as it is shown; its place is wide enough for 99+, so that nothing moves when counters arrive */
  count: string;
  /** what the count says */
  title: string;
  /** red: somebody should look now */
  urgent?: boolean;
  /** only where the header has room for it */
  roomy?: boolean;
}

/** A word of the header with its count: 报警 3, 设备 12. */
export function HeaderWord({ to, word, count, title, urgent = false, roomy = false }: HeaderWordProps) {
  const looks = { className: 'kit-show-header-word', 'data-urgent': urgent, 'data-roomy': roomy, title };
  const words = (
    <>
      {word}
      <b>{count}</b>
    </>
  );
  return to === null ? (
    <span {...looks}>{words}</span>
  ) : (
    <Link {...looks} to={to}>
      {words}
    </Link>
  );
}
