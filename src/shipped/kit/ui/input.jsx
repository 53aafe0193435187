import { cn } from "@/lib/utils";

/** A date's picker stands at the end only of a block; the other kinds centre what they hold. @param {string | undefined} type */
const isPicked = (type) => /^(?:date|datetime-local|month|time|week)$/.test(type ?? "");

/** @param {React.ComponentProps<"input">} props */
function Input({ className, ...props }) {
  return (
    <input
      className={cn(
        isPicked(props.type) ? "block" : "flex",
        "h-9 w-full min-w-0 rounded-md border border-input bg-background px-3 py-1 text-sm outline-none transition-colors placeholder:text-muted-foreground file:border-0 file:bg-transparent file:text-sm file:font-medium focus-visible:border-ring focus-visible:ring-2 focus-visible:ring-ring/50 disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive",
        className,
      )}
      {...props}
    />
  );
}

export { Input };
