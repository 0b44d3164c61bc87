;;; kills.el --- The server is killed while somebody types  -*- lexical-binding: t; -*-

;;     VTOSCA=build/release/cli/vtosca emacs --batch -l tests/editors/emacs/kills.el
;;
;; VTOSCA_KILLS says how often (default 100).  eglot starts the server anew, and what was typed is there: in the buffer,
;; and at the server, which tells what is wrong with it.  Exit code 0 if all went well, 77 if there is no eglot, else 1.

(require 'package)
(package-activate-all)
(require 'cl-lib)
(require 'flymake)
(unless (require 'eglot nil t)
  (princ "skipped: this Emacs has no eglot\n")
  (kill-emacs 77))

(defconst kills-top
  (expand-file-name "../../.." (file-name-directory load-file-name))
  "The top of the project.")
(load (expand-file-name "editors/emacs/vtosca.el" kills-top) nil t)
(setq vtosca-program (list (expand-file-name (or (getenv "VTOSCA") "vtosca")) "lsp")
      create-lockfiles nil
      make-backup-files nil
      eglot-sync-connect 120
      eglot-connect-timeout 120
      eglot-autoreconnect t) ; also a server that has only just been started

(defun kills-go-on (function &rest arguments)
  "Call FUNCTION with ARGUMENTS; an error ends it alone.
It answers a server that is gone, which would end an Emacs that has
no display."
  (condition-case problem
      (apply function arguments)
    (error (message "%s" (error-message-string problem)))))

(advice-add 'jsonrpc--process-filter :around #'kills-go-on)

(defun kills-wait (what question)
  "Ask QUESTION until it is answered with non-nil; WHAT is missing if it never is."
  (let ((end (+ (float-time) 120))
        answer)
    (while (not (or (setq answer (funcall question)) (> (float-time) end)))
      (accept-process-output nil 0.02))
    (or answer (error "%s: %S" what (kills-problems)))))

(defun kills-problems ()
  "What the server says of the buffer."
  (ignore-errors (eglot--signal-textDocument/didChange))
  (ignore-errors (flymake-start))
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun kills-process ()
  "The process of the server, if it is alive and answers."
  (let ((server (eglot-current-server)))
    (and server (jsonrpc-running-p server) (eglot-managed-p) (jsonrpc--process server))))

(defun kills-type (text)
  "Make TEXT the last line."
  (goto-char (point-max))
  (delete-region (line-beginning-position) (point-max))
  (mapc #'insert text))

(defun kills-wait-for-mistake (name)
  "Wait until the server tells of the mistake NAME, and of no other."
  (kills-wait (concat name " is not told")
              (lambda ()
                (let ((problems (kills-problems)))
                  (and (= 1 (length problems))
                       (string-match-p (concat "\"" name "\"") (car problems)))))))

(defun kills-run (count)
  "Kill the server COUNT times."
  (let ((folder (expand-file-name "demo" (make-temp-file "vtosca" t)))
        before)
    (copy-directory (expand-file-name "editors/demo" kills-top) folder)
    (find-file (expand-file-name "web-shop.yaml" folder))
    (setq before (buffer-string))
    (apply #'eglot--connect (eglot--guess-contact))
    (dotimes (i count)
      (let ((process (kills-wait "no server" #'kills-process))
            (name (format "mistake%d" i)))
        (kills-type "    mis")
        (signal-process process 'SIGKILL)
        (kills-type (concat "    " name ": 1"))
        (kills-wait "no other server"
                    (lambda () (let ((other (kills-process))) (and other (not (eq other process))))))
        (kills-wait-for-mistake name)
        ;; the server that runs now hears of what is typed from now on
        (kills-type (concat "    " name "again: 1"))
        (kills-wait-for-mistake (concat name "again"))))
    (unless (equal (buffer-string) (concat before (format "    mistake%dagain: 1" (1- count))))
      (error "The text is another one: %s" (buffer-substring (- (point-max) 200) (point-max))))
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot-current-server))))

(let ((count (string-to-number (or (getenv "VTOSCA_KILLS") "100"))))
  (condition-case problem
      (progn
        (kills-run count)
        (princ (format "%d kills, nothing lost\n" count))
        (kill-emacs 0))
    (error
     (princ (format "FAILED %S\n" problem))
     (kill-emacs 1))))

;;; kills.el ends here
