import { lazy, Suspense, useEffect, useState } from "react";
import { CircleUserRound, Layers, LogIn, LogOut, Menu, Search } from "lucide-react";
import { Link } from "react-router-dom";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { BarMenu, pageLink } from "@/components/ui/parts/bar-menu";
import { ThemeButton } from "@/components/ui/parts/theme-button";
import { VerifyNotice } from "@/components/ui/parts/verify-notice";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle, SheetTrigger } from "@/components/ui/sheet";
import { setCurrency } from "@/lib/format";
import { useOpenPages } from "@/lib/open-pages";
import { createPageUrl } from "@/utils";
import { cn } from "@/lib/utils";

/**
 * @import { Table } from "@/components/ui/command-menu"
 * @import { Guarded } from "@/lib/open-pages"
 */

/**
 * What `services/app.js` says of the app.
 * @typedef {object} AppInfo
 * @property {string} name
 * @property {{ page: string, title: string }[]} pages
 * @property {{ layout?: string, mode?: string, currency?: string }} [look]
 */

/** @typedef {React.ComponentType<React.SVGAttributes<SVGElement>>} Icon */

const CommandMenu = lazy(() => import("@/components/ui/command-menu"));
/** @param {{ className: string }} props */
function AccountButton({ className }) {
  const [user, setUser] = useState(/** @type {Awaited<ReturnType<typeof User.me>> | null} */ (null));
  useEffect(() => {
    if (User.isSignedIn()) User.me().then(setUser, () => setUser(null));
  }, []);
  return (
    <div className={cn("flex text-muted-foreground", className)}>
      {user && User.accountPage && (
        <Button variant="ghost" size="sm" className="justify-start" asChild>
          <a href={User.accountPage}>
            <CircleUserRound /> Account
          </a>
        </Button>
      )}
      {user ? (
        <Button
          variant="ghost"
          size="sm"
          className="justify-start"
          title={`Signed in as ${user.email}`}
          onClick={() => User.logout()}
        >
          <LogOut /> Sign out
        </Button>
      ) : (
        <Button variant="ghost" size="sm" className="justify-start" onClick={() => User.login()}>
          <LogIn /> Sign in
        </Button>
      )}
    </div>
  );
}

/** @param {{ app: AppInfo }} props */
function Brand({ app }) {
  return (
    <Link to="/" className="flex min-w-0 max-w-full items-center gap-2.5 rounded-md">
      <span
        className="grid size-8 shrink-0 place-items-center rounded-lg bg-[var(--button,var(--primary))] text-sm font-bold text-[var(--button-foreground,var(--primary-foreground))]"
        aria-hidden="true"
      >
        {app.name.charAt(0).toUpperCase()}
      </span>
      <span className="truncate text-[15px] font-semibold tracking-tight [font-family:var(--font-heading)]">
        {app.name}
      </span>
    </Link>
  );
}

/** @typedef {{ app: AppInfo, icons: Record<string, Icon>, current: string | undefined }} NavigationProps */

/** @param {NavigationProps & { className: string, onGo?: () => void }} props */
function Navigation({ app, icons, current, className, onGo }) {
  return (
    <nav aria-label="Pages" className={className}>
      {app.pages.map(({ page, title }) => {
        const Icon = icons[page] ?? Layers;
        const isCurrent = page === current;
        return (
          <Link
            key={page}
            to={createPageUrl(page)}
            onClick={onGo}
            aria-current={isCurrent ? "page" : undefined}
            className={cn("flex items-center gap-3", pageLink(isCurrent))}
          >
            <Icon className={cn("size-4 shrink-0", isCurrent && "text-primary")} aria-hidden="true" />
            <span className="min-w-0 break-words leading-snug">{title}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** @param {NavigationProps} props */
function PhoneMenu(props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Sheet open={isOpen} onOpenChange={setIsOpen}>
      <SheetTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open the menu">
          <Menu className="size-5" />
        </Button>
      </SheetTrigger>
      <SheetContent side="left" className="w-72 bg-sidebar p-4 text-foreground">
        <SheetHeader className="p-0">
          <SheetTitle>
            <Brand app={props.app} />
          </SheetTitle>
          <SheetDescription className="sr-only">Pages of this app</SheetDescription>
        </SheetHeader>
        <Navigation {...props} className="mt-4 flex-1 space-y-1" onGo={() => setIsOpen(false)} />
        <AccountButton className="flex-col items-stretch" />
      </SheetContent>
    </Sheet>
  );
}

/**
 * Opens with Ctrl+K or Cmd+K; its code is loaded when it is first opened.
 * @param {Table[] | undefined} tables
 * @returns {[boolean, (isOpen: boolean) => void]}
 */
function useCommands(tables) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!tables) return undefined;
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [tables]);
  return [isOpen, setIsOpen];
}

/**
 * The frame of every page: a sidebar, or a bar at the top, as `app.look.layout` says; a menu on phones. `icons` by page. With `tables`
 * (`[{ entity: Contact, page: "Contacts" }]`) Ctrl+K searches pages and rows. Pages of `guarded`, a list of the same form, stand in the menu
 * of those who may see the entity's rows, with `own: "My bookings"` for those who see only theirs. `footer` stands below the pages of a public site.
 * @param {{ app: AppInfo, icons?: Record<string, Icon>, current?: string, tables?: Table[], guarded?: Guarded[], footer?: string, children: React.ReactNode }} props
 */
export function AppShell({ app: whole, icons = {}, current, tables, guarded, footer, children }) {
  const app = useOpenPages(whole, guarded);
  setCurrency(app.look?.currency);
  const [isSearching, setIsSearching] = useCommands(tables);
  const mode = app.look?.mode ?? "system";
  const navigation = { app, icons, current };
  const search = tables && (
    <button
      type="button"
      className="flex h-9 w-full items-center gap-2 rounded-md border px-3 text-sm text-muted-foreground hover:bg-muted"
      onClick={() => setIsSearching(true)}
    >
      <Search className="size-4" aria-hidden="true" /> Search <kbd className="ml-auto font-sans text-xs">Ctrl K</kbd>
    </button>
  );
  const searched = tables?.filter(({ page }) => app.pages.some((open) => open.page === page));
  const commands = isSearching && searched && (
    <Suspense>
      <CommandMenu pages={app.pages} tables={searched} onClose={() => setIsSearching(false)} />
    </Suspense>
  );
  const letterhead = (
    <p className="mb-10 hidden break-words text-right text-lg font-semibold print:block">{app.name}</p>
  );
  const notice = guarded && <VerifyNotice entities={guarded.map(({ entity }) => entity)} />;
  const phoneBar = (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-b bg-sidebar px-4 text-foreground md:hidden print:hidden">
      <Brand app={app} />
      <div className="flex items-center">
        <ThemeButton mode={mode} />
        <PhoneMenu {...navigation} />
      </div>
    </header>
  );
  if (app.look?.layout === "top")
    return (
      <div className="flex min-h-dvh flex-col bg-background text-foreground">
        <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:p-3">
          Skip to the content
        </a>
        <header className="sticky top-0 z-20 hidden border-b bg-sidebar text-foreground md:block print:hidden">
          <div className="mx-auto flex h-16 max-w-6xl items-center gap-6 px-6">
            <Brand app={app} />
            <BarMenu pages={app.pages} current={current} className="min-w-0 flex-1" />
            <AccountButton className="items-center" />
            <ThemeButton mode={mode} />
          </div>
        </header>
        {phoneBar}
        <main id="content" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 lg:py-9">
          {letterhead}
          {notice}
          {children}
        </main>
        {footer && (
          <footer className="border-t bg-sidebar text-foreground print:hidden">
            <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 px-6 py-8 text-sm text-muted-foreground">
              <Brand app={app} />
              <span className="min-w-0 break-words">{footer}</span>
            </div>
          </footer>
        )}
        {commands}
      </div>
    );
  return (
    <div className="min-h-dvh bg-background text-foreground md:grid md:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:p-3">
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r bg-sidebar p-3 text-foreground md:flex print:hidden">
        <div className="px-2 pt-1.5">
          <Brand app={app} />
        </div>
        {search}
        <Navigation {...navigation} className="flex-1 space-y-0.5 overflow-y-auto" />
        <div className="flex items-end justify-between">
          <AccountButton className="flex-col" />
          <ThemeButton mode={mode} />
        </div>
      </aside>
      <div className="min-w-0">
        {phoneBar}
        <main id="content" className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
          {letterhead}
          {notice}
          {children}
        </main>
      </div>
      {commands}
    </div>
  );
}
