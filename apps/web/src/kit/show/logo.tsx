/** The product's mark: a road between two places. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="6" fill="var(--td-fill)" />
      <path
        d="M7.6 18.2c5.2 0 3.4-9.6 8.4-9.6"
        fill="none"
        stroke="var(--td-white)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <circle cx="7.4" cy="18.2" r="2.2" fill="var(--td-white)" />
      <circle cx="18" cy="8.2" r="2.9" fill="var(--td-fill)" stroke="var(--td-white)" strokeWidth="2.1" />
    </svg>
  );
}
