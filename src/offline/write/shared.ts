import "server-only";

/** Small components that the generated pages share. None of them depends on the model. */
export const pageHeaderSource = `export default function PageHeader({ title, description, children }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {description && <p className="mt-1 text-sm text-muted-foreground">{description}</p>}
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </header>
  );
}
`;

export const emptyStateSource = `export default function EmptyState({ icon: Icon, title, description, children }) {
  return (
    <div className="flex flex-col items-center justify-center rounded-xl border border-dashed px-6 py-16 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-full bg-primary/10 text-primary">
        <Icon className="size-6" aria-hidden="true" />
      </div>
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 max-w-sm text-sm text-muted-foreground">{description}</p>
      {children && <div className="mt-6">{children}</div>}
    </div>
  );
}
`;

export const loadErrorSource = `import { CircleAlert, Lock } from "lucide-react";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import EmptyState from "@/components/EmptyState";

/** Says why rows could not be shown: not signed in, not allowed, or not reached. */
export default function LoadError({ error, onRetry }) {
  const isAnonymous = error.status === 401;
  const isForbidden = isAnonymous || error.status === 403;
  return (
    <EmptyState
      icon={isForbidden ? Lock : CircleAlert}
      title={isAnonymous ? "Sign in to see this" : isForbidden ? "You do not have access" : "This could not be loaded"}
      description={isAnonymous ? "These records are for people with an account." : isForbidden ? "Your account may not see these records." : error.message}
    >
      {isAnonymous ? <Button onClick={() => User.login()}>Sign in</Button> : <Button variant="outline" onClick={onRetry}>Try again</Button>}
    </EmptyState>
  );
}
`;

export const accountButtonSource = `import { useEffect, useState } from "react";
import { LogIn, LogOut } from "lucide-react";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";

/** Signs in, or says who is signed in and signs out. */
export default function AccountButton({ className }) {
  const [user, setUser] = useState(null);

  useEffect(() => {
    if (User.isSignedIn()) User.me().then(setUser, () => setUser(null));
  }, []);

  if (!user) {
    return (
      <Button variant="ghost" size="sm" className={className} onClick={() => User.login()}>
        <LogIn className="size-4" /> Sign in
      </Button>
    );
  }
  return (
    <Button variant="ghost" size="sm" className={className} title={"Signed in as " + user.email} onClick={() => User.logout()}>
      <LogOut className="size-4" /> Sign out
    </Button>
  );
}
`;

export const loadingRowsSource = `import { Skeleton } from "@/components/ui/skeleton";

const rows = [0, 1, 2, 3, 4, 5];

export default function LoadingRows() {
  return (
    <div className="divide-y rounded-xl border bg-card" aria-busy="true" aria-label="Loading">
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="ml-auto hidden h-4 w-24 sm:block" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
`;

export const optionBadgeSource = `import { cn } from "@/lib/utils";
import { label } from "@/services/format";

const tones = {
  green: "bg-emerald-500/12 text-emerald-700 dark:text-emerald-300",
  red: "bg-rose-500/12 text-rose-700 dark:text-rose-300",
  amber: "bg-amber-500/15 text-amber-800 dark:text-amber-300",
  blue: "bg-sky-500/12 text-sky-700 dark:text-sky-300",
  violet: "bg-violet-500/12 text-violet-700 dark:text-violet-300",
  teal: "bg-teal-500/12 text-teal-700 dark:text-teal-300",
  gray: "bg-muted text-muted-foreground",
};

const meanings = [
  ["green", /^(won|done|active|completed?|paid|published|approved|confirmed|available|accepted|resolved|delivered|hired|achieved|yes|finished|shipped|good|great|easy|in stock|read|sent|returned)$/],
  ["red", /^(lost|cancelled|canceled|failed|overdue|rejected|declined|blocked|high|urgent|critical|expired|broken|hard|bad|out of stock|off duty|churned)$/],
  ["amber", /^(pending|in progress|on hold|waiting|medium|at risk|maintenance|paused|review|draft|interview|proposal|under offer|on leave|major|okay)$/],
  ["blue", /^(new|open|lead|to do|todo|planned|applied|booked|scheduled|requested|invited|low|backlog|screening|not started|prospect)$/],
  ["gray", /^(closed|archived|inactive|left|hidden|none|no|sold|unavailable)$/],
];
const others = ["violet", "teal", "blue", "amber", "green"];

/** One option always has the same tone: by its meaning where that is plain, else by its letters. */
export function toneOf(value) {
  const text = String(value).toLowerCase();
  const meaning = meanings.find(([, pattern]) => pattern.test(text));
  if (meaning) return meaning[0];
  let sum = 0;
  for (const letter of text) sum += letter.codePointAt(0);
  return others[sum % others.length];
}

export default function OptionBadge({ value, className }) {
  if (value === null || value === undefined || value === "") return <span className="text-muted-foreground">–</span>;
  return (
    <span className={cn("inline-flex items-center whitespace-nowrap rounded-full px-2.5 py-0.5 text-xs font-medium", tones[toneOf(value)], className)}>
      {label(value)}
    </span>
  );
}
`;

export const deleteDialogSource = `import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";

/** Asks before a record goes away for good. */
export default function DeleteDialog({ name, onCancel, onConfirm }) {
  const [isDeleting, setIsDeleting] = useState(false);

  async function confirm() {
    setIsDeleting(true);
    await onConfirm();
    setIsDeleting(false);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onCancel()}>
      <DialogContent className="sm:max-w-md">
        <DialogHeader>
          <DialogTitle>Delete {name}?</DialogTitle>
          <DialogDescription>This cannot be undone.</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button variant="outline" onClick={onCancel}>Cancel</Button>
          <Button variant="destructive" onClick={confirm} disabled={isDeleting}>{isDeleting ? "Deleting…" : "Delete"}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
`;

export const fieldSource = `import { Label } from "@/components/ui/label";
import { cn } from "@/lib/utils";

/** A label, its input and what is wrong with it. */
export default function Field({ id, label, error, isRequired, isWide, children }) {
  return (
    <div className={cn("flex flex-col gap-2", isWide && "sm:col-span-2")}>
      <Label htmlFor={id}>
        {label}
        {isRequired && <span className="-ml-1 text-destructive" aria-hidden="true"> *</span>}
      </Label>
      {children}
      {error && <p className="text-sm text-destructive" role="alert">{error}</p>}
    </div>
  );
}
`;

export const selectFieldSource = `import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { cn } from "@/lib/utils";

const none = "__none__";

/** A dropdown over { value, label } options. With \`canClear\` it offers to choose nothing. */
export default function SelectField({ id, value, options, placeholder, canClear, onChange }) {
  return (
    <Select value={value || (canClear ? none : undefined)} onValueChange={(next) => onChange(next === none ? "" : next)}>
      <SelectTrigger id={id} className={cn("w-full", !value && "text-muted-foreground")}>
        <SelectValue placeholder={placeholder} />
      </SelectTrigger>
      <SelectContent>
        {canClear && <SelectItem value={none}>{placeholder}</SelectItem>}
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>{option.label}</SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
`;

export const filterSelectSource = `import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { label } from "@/services/format";

/** Narrows a list to one option; "all" shows everything. */
export default function FilterSelect({ name, value, options, labelOf = label, onChange }) {
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger className="w-full sm:w-44" aria-label={"Filter by " + name}>
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value="all">{"Any " + name}</SelectItem>
        {options.map((option) => (
          <SelectItem key={option} value={option}>{labelOf(option)}</SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
`;

export const sortHeadSource = `import { ArrowDown, ArrowUp } from "lucide-react";
import { TableHead } from "@/components/ui/table";
import { cn } from "@/lib/utils";

/** A column title that sorts the table when pressed. */
export default function SortHead({ field, sort, onSort, isRight, children }) {
  const isActive = sort.field === field;
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <TableHead className={cn("whitespace-nowrap text-muted-foreground", isRight && "text-right")} aria-sort={isActive ? (sort.isDescending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-foreground"
        onClick={() => onSort({ field, isDescending: isActive && !sort.isDescending })}
      >
        {children}
        {isActive && <Arrow className="size-3.5" aria-hidden="true" />}
      </button>
    </TableHead>
  );
}
`;

export const rowMenuSource = `import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";

export default function RowMenu({ name, onEdit, onDelete }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" className="size-8" aria-label={"Actions for " + name} onClick={(event) => event.stopPropagation()}>
          <Ellipsis className="size-4" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onClick={(event) => event.stopPropagation()}>
        <DropdownMenuItem onClick={onEdit}><Pencil className="size-4" /> Edit</DropdownMenuItem>
        <DropdownMenuItem onClick={onDelete} className="text-destructive"><Trash2 className="size-4" /> Delete</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
`;
