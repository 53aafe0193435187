/**
 * A page's title, a line about it, and its actions at the right.
 * @param {{ title?: string | undefined, description?: string | undefined, children?: React.ReactNode }} props
 */
export function PageHeader({ title, description, children }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="truncate text-2xl leading-tight">{title}</h1>
        {description && <p className="mt-1 text-sm text-muted-foreground">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 print:hidden">{children}</div>}
    </header>
  );
}
