import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<"table">} props */
function Table({ className, ...props }) {
  return (
    <div className="relative w-full overflow-x-auto">
      <table className={cn("w-full caption-bottom text-sm", className)} {...props} />
    </div>
  );
}

/** @param {React.ComponentProps<"thead">} props */
function TableHeader({ className, ...props }) {
  return <thead className={cn("[&_tr]:border-b", className)} {...props} />;
}

/** @param {React.ComponentProps<"tbody">} props */
function TableBody({ className, ...props }) {
  return <tbody className={cn("[&_tr:last-child]:border-0", className)} {...props} />;
}

/** @param {React.ComponentProps<"tfoot">} props */
function TableFooter({ className, ...props }) {
  return <tfoot className={cn("border-t bg-muted/50 font-medium", className)} {...props} />;
}

/** @param {React.ComponentProps<"tr">} props */
function TableRow({ className, ...props }) {
  return (
    <tr
      className={cn("border-b transition-colors hover:bg-muted/50 data-[state=selected]:bg-muted", className)}
      {...props}
    />
  );
}

/** @param {React.ComponentProps<"th">} props */
function TableHead({ className, ...props }) {
  return (
    <th
      className={cn("h-10 whitespace-nowrap px-3 text-left align-middle font-medium text-muted-foreground", className)}
      {...props}
    />
  );
}

/** @param {React.ComponentProps<"td">} props */
function TableCell({ className, ...props }) {
  return <td className={cn("px-3 py-2.5 align-middle", className)} {...props} />;
}

/** @param {React.ComponentProps<"caption">} props */
function TableCaption({ className, ...props }) {
  return <caption className={cn("mt-4 text-sm text-muted-foreground", className)} {...props} />;
}

export { Table, TableHeader, TableBody, TableFooter, TableRow, TableHead, TableCell, TableCaption };
