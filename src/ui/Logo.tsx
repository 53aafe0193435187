/** Two boards that interlock. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path d="M7 9h8v5h4V9h6v14h-8v-5h-4v5H7z" fill="#fff" />
    </svg>
  );
}
