import "server-only";
import type { AppModel, View } from "../app-model";
import { iconOf } from "./naming";
import { createImports } from "./imports";

const kindIcons: Partial<Record<View["kind"], string>> = {
  dashboard: "LayoutDashboard",
  board: "SquareKanban",
  calendar: "CalendarRange",
  form: "PenLine",
  text: "FileText",
};

/** The icon of a page in the navigation. */
export function pageIcon(model: AppModel, view: View): string {
  const entity = model.entities.find((candidate) => candidate.name === view.entity);
  return kindIcons[view.kind] ?? (entity ? iconOf(entity) : "Layers");
}

const themeButton = `function ThemeButton() {
  const { theme, toggle } = useTheme();
  return (
    <Button variant="ghost" size="icon" aria-label={theme === "dark" ? "Use the light theme" : "Use the dark theme"} onClick={toggle}>
      {theme === "dark" ? <Sun className="size-4" /> : <Moon className="size-4" />}
    </Button>
  );
}`;

const brand = `function Brand() {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-primary text-sm font-semibold text-primary-foreground" aria-hidden="true">
        {app.name.charAt(0).toUpperCase()}
      </span>
      <span className="truncate font-semibold tracking-tight">{app.name}</span>
    </div>
  );
}`;

const navigation = `function Navigation({ current, className, onGo }) {
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
            className={cn(
              "flex items-center gap-3 rounded-lg px-3 py-2 text-sm font-medium transition-colors",
              isCurrent ? "bg-primary/10 text-primary" : "text-muted-foreground hover:bg-muted hover:text-foreground",
            )}
          >
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {title}
          </Link>
        );
      })}
    </nav>
  );
}`;

const phoneMenu = `<Sheet open={isOpen} onOpenChange={setIsOpen}>
            <SheetTrigger asChild>
              <Button variant="ghost" size="icon" aria-label="Open the menu"><Menu className="size-5" /></Button>
            </SheetTrigger>
            <SheetContent side="left" className="w-72 p-4">
              <SheetHeader className="p-0">
                <SheetTitle><Brand /></SheetTitle>
                <SheetDescription className="sr-only">Pages of this app</SheetDescription>
              </SheetHeader>
              <Navigation current={currentPageName} className="mt-4 flex-1 space-y-1" onGo={() => setIsOpen(false)} />
              <AccountButton className="justify-start text-muted-foreground" />
            </SheetContent>
          </Sheet>`;

const sidebar = `<div className="min-h-dvh bg-background text-foreground md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh flex-col border-r bg-sidebar p-4 md:flex">
        <Brand />
        <Navigation current={currentPageName} className="mt-6 flex-1 space-y-1 overflow-y-auto" />
        <div className="flex items-center justify-between">
          <AccountButton className="-ml-2 text-muted-foreground" />
          <ThemeButton />
        </div>
      </aside>
      <div className="min-w-0">
        <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-b bg-background/85 px-4 backdrop-blur md:hidden">
          <Brand />
          <div className="flex items-center">
            <ThemeButton />
            ${phoneMenu.replaceAll("\n", "\n  ")}
          </div>
        </header>
        <main className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:px-10 lg:py-10">{children}</main>
      </div>
      <Toaster />
    </div>`;

const topBar = `<div className="min-h-dvh bg-background text-foreground">
      <header className="sticky top-0 z-20 border-b bg-background/85 backdrop-blur">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-8 px-4 py-2 sm:px-6">
          <div className="min-w-0 shrink-0"><Brand /></div>
          <Navigation current={currentPageName} className="hidden min-w-0 flex-1 flex-wrap items-center gap-1 whitespace-nowrap md:flex" />
          <div className="ml-auto flex shrink-0 items-center">
            <AccountButton className="hidden text-muted-foreground md:inline-flex" />
            <ThemeButton />
            <div className="md:hidden">
              ${phoneMenu.replaceAll("\n", "\n    ")}
            </div>
          </div>
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:py-10">{children}</main>
      <Toaster />
    </div>`;

/** layout.jsx: the frame of every page. A sidebar, or a bar on top; below 768 px a menu in both. */
export function layoutSource(model: AppModel): string {
  const imports = createImports();
  const icons = model.pages.map((view) => `  ${view.page}: ${imports.named("lucide-react", pageIcon(model, view))},`);
  imports.named("lucide-react", "Layers", "Menu", "Moon", "Sun");
  imports.named("react", "useState");
  imports.named("react-router-dom", "Link");
  imports.whole("@/components/AccountButton", "AccountButton");
  imports.named("@/components/ui/button", "Button");
  imports.named(
    "@/components/ui/sheet",
    "Sheet",
    "SheetContent",
    "SheetDescription",
    "SheetHeader",
    "SheetTitle",
    "SheetTrigger",
  );
  imports.named("@/components/ui/sonner", "Toaster");
  imports.named("@/lib/utils", "cn");
  imports.named("@/services/app", "app");
  imports.named("@/services/theme", "useTheme");
  imports.named("@/utils", "createPageUrl");
  return `${imports.text()}

const icons = {
${icons.join("\n")}
};

${brand}

${themeButton}

${navigation}

export default function Layout({ children, currentPageName }) {
  const [isOpen, setIsOpen] = useState(false);

  return (
    ${model.look.layout === "top" ? topBar : sidebar}
  );
}
`;
}
