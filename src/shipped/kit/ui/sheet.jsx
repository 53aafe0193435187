import { XIcon } from "lucide-react";
import { Dialog as DialogPrimitive } from "radix-ui";
import { useOpener } from "@/lib/opener";
import { cn } from "@/lib/utils";

const Sheet = DialogPrimitive.Root;
const SheetTrigger = DialogPrimitive.Trigger;
const SheetClose = DialogPrimitive.Close;

const sides = {
  right: "inset-y-0 right-0 h-full w-3/4 border-l sm:max-w-sm",
  left: "inset-y-0 left-0 h-full w-3/4 border-r sm:max-w-sm",
  top: "inset-x-0 top-0 h-auto border-b",
  bottom: "inset-x-0 bottom-0 h-auto border-t",
};

/** @param {React.ComponentProps<typeof DialogPrimitive.Content> & { side?: "right" | "left" | "top" | "bottom" }} props */
function SheetContent({ className, children, side = "right", ...props }) {
  const focus = useOpener(props);
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className="fixed inset-0 z-50 bg-black/50" />
      <DialogPrimitive.Content
        className={cn(
          "fixed z-50 flex flex-col gap-4 bg-card text-card-foreground shadow-lg outline-none",
          sides[side],
          className,
        )}
        {...props}
        {...focus}
      >
        {children}
        <DialogPrimitive.Close className="absolute right-4 top-4 rounded-sm opacity-70 outline-none hover:opacity-100 focus-visible:ring-2 focus-visible:ring-ring">
          <XIcon className="size-4" />
          <span className="sr-only">Close</span>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

/** @param {React.ComponentProps<"div">} props */
function SheetHeader({ className, ...props }) {
  return <div className={cn("flex flex-col gap-1.5 p-4", className)} {...props} />;
}

/** @param {React.ComponentProps<"div">} props */
function SheetFooter({ className, ...props }) {
  return <div className={cn("mt-auto flex flex-col gap-2 p-4", className)} {...props} />;
}

/** @param {React.ComponentProps<typeof DialogPrimitive.Title>} props */
function SheetTitle({ className, ...props }) {
  return <DialogPrimitive.Title className={cn("font-semibold", className)} {...props} />;
}

/** @param {React.ComponentProps<typeof DialogPrimitive.Description>} props */
function SheetDescription({ className, ...props }) {
  return <DialogPrimitive.Description className={cn("text-sm text-muted-foreground", className)} {...props} />;
}

export { Sheet, SheetTrigger, SheetClose, SheetContent, SheetHeader, SheetFooter, SheetTitle, SheetDescription };
